"""Keeps what most cases are about: a case that would remove it removes something else."""

import schemathesis

KEPT = {"project": {"shop", "1234567890"}, "app": {"1:1234567890:ios:aa"}}


@schemathesis.hook
def before_call(context, case, kwargs):
    last = case.operation.path.rsplit("/", 1)[-1].strip("{}")
    if case.method.upper() == "DELETE" and case.path_parameters.get(last) in KEPT.get(last, ()):
        case.path_parameters[last] = "gone"
