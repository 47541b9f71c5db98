#include "yut/drawing.h"

#include "yut/board.h"

/* The ring has cell k at 18 k degrees from the bottom, counter-clockwise, with a radius of 0.42. */
static const struct yut_point places[YUT_CELLS] = {
    {580, 980}, {630, 899}, {747, 840}, {840, 747}, {899, 630}, {920, 500}, {899, 370}, {840, 253}, {747, 160},
    {630, 101}, {500, 80},  {370, 101}, {253, 160}, {160, 253}, {101, 370}, {80, 500},  {101, 630}, {160, 747},
    {253, 840}, {370, 899}, {500, 920}, {420, 980}, {815, 500}, {710, 500}, {605, 500}, {500, 500}, {500, 220},
    {500, 360}, {185, 500}, {290, 500}, {395, 500}, {500, 640}, {500, 780},
};

struct yut_point yut_cell_place(unsigned id)
{
    return places[id];
}
