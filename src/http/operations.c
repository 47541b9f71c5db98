#include "http/operations.h"

#include "embedded.h"
#include "http/metrics.h"
#include "json/arena.h"
#include "json/writer.h"

static bool out_of_memory(struct problem *problem)
{
    return problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
}

static bool write_status(const char *status, struct buffer *out, struct problem *problem)
{
    if (!json_arena_reset())
        return out_of_memory(problem);
    struct cJSON *const answer = json_object();
    json_add_string(answer, "status", status);
    return json_write(answer, out) || out_of_memory(problem);
}

bool answer_healthz(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    return write_status("ok", out, problem);
}

bool answer_readyz(const struct request *request, struct buffer *out, struct problem *problem)
{
    if (request->draining)
        return problem_set(problem, PROBLEM_DRAINING, "Send new requests to another instance");
    return write_status("ready", out, problem);
}

bool answer_metrics(const struct request *request, struct buffer *out, struct problem *problem)
{
    return metrics_write(request->metrics, out) || out_of_memory(problem);
}

bool answer_openapi(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    return buffer_append(out, embedded_openapi, embedded_openapi_size) || out_of_memory(problem);
}
