#include "http/operations.h"

#include "embedded.h"
#include "http/metrics.h"
#include "json/arena.h"
#include "json/writer.h"

static bool write_status(const char *status, struct buffer *out, struct problem *problem)
{
    if (!json_arena_reset())
        return problem_unless(false, problem);
    struct cJSON *const answer = json_object();
    json_add_string(answer, "status", status);
    return problem_unless(json_write(answer, out), problem);
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
    return problem_unless(metrics_write(request->metrics, out), problem);
}

bool answer_openapi(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    return problem_unless(buffer_append(out, embedded_openapi, embedded_openapi_size), problem);
}

bool answer_stress(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    return problem_unless(buffer_append(out, embedded_stress, embedded_stress_size), problem);
}
