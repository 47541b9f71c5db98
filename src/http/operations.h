/* The handlers that tell an operator how the server is, and those that hand out files of the project. */
#ifndef YUTOMOK_HTTP_OPERATIONS_H
#define YUTOMOK_HTTP_OPERATIONS_H

#include "http/request.h"

/* GET /healthz: the process answers. */
handler_function answer_healthz;

/* GET /readyz: new work is welcome; problem draining when the server is about to stop. */
handler_function answer_readyz;

/* GET /metrics: what the server has done, for Prometheus. */
handler_function answer_metrics;

/* GET /openapi.yaml: this interface, machine-readable. */
handler_function answer_openapi;

/* GET /stress.sh: a script that runs a learner's program on hard cases. */
handler_function answer_stress;

#endif
