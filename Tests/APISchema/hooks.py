"""What schemathesis has to know of this API, beyond its document.

- What most cases are about is kept: a case that would remove it removes something else.
- A request that fits the schema may be refused where the rule is one that no schema can say. Those refusals are listed
  here, each with its reason and field; every other refusal of such a request is a fault.
- What chance would hardly find is given as an example.
- The statuses of each operation are written to the file that ASSAY_STATUSES names, so that an operation that never
  succeeded is found.
"""

import ast
import hashlib
import json
import os
import re
import threading
import uuid

import schemathesis

# Python 3.11 counts in one place for all threads how deep a syntax tree is (python/cpython#106905): of two that parse at a
# time, one may fail. Hypothesis parses to describe its functions, and there are two workers.
parsing, parse = threading.RLock(), ast.parse


def parse_alone(*arguments, **options):
    with parsing:
        return parse(*arguments, **options)


ast.parse = parse_alone

# Ids by what they are ids of.
KEPT = json.loads(os.environ["ASSAY_KEPT"])
# The names in paths of examples.
NAMES = {"project": "shop", "app": "1:1234567890:ios:aa", "debugToken": KEPT["debugToken"][0]}
REMOVABLE = json.loads(os.environ["ASSAY_REMOVABLE"])


def examples(operation):
    """Path, query and body of a case that chance would hardly find, and that succeeds; by the end of operation ids."""
    secret = str(uuid.UUID(bytes=hashlib.sha256(operation.encode()).digest()[:16], version=4))
    update = {"service": {"name": "projects/shop/services/orders.example.com", "enforcementMode": "ENFORCED"}}
    return {
        ".appAttestConfig.batchGet": ({}, {"names": [f"projects/shop/apps/{NAMES['app']}/appAttestConfig"]}, None),
        ".debugTokens.create": ({}, {}, {"displayName": "One", "token": secret}),
        ".debugTokens.patch": ({}, {"updateMask": "displayName"}, {"displayName": "Renamed"}),
        ".debugTokens.delete": ({"debugToken": REMOVABLE.get(operation.split(".")[0])}, {}, None),
        ".projects.apps.patch": ({}, {"updateMask": "launchPolicy,riskPolicy,receiptPolicy"}, {
            "launchPolicy": {"validationCategory": {
                "demand": "REQUIRE", "allowed": ["APP_STORE", "7"], "missingOnOlderSystems": "ALLOW"}},
            "riskPolicy": {"action": "SHORTEN_TOKENS", "tokenTtl": "1800s"}, "receiptPolicy": {"unusable": "REFUSE"}}),
        ".services.batchUpdate": ({}, {}, {"requests": [update], "updateMask": "enforcementMode"}),
    }


# (operation ids, reason, fields; none where the refusal names none), each with why.
RULES_BEYOND_SCHEMAS = [
    # The reference service's answer where the app is not there: 400, which keeps a phone from asking for a day.
    (r"\.apps\.(generate|exchange|mint)\w+$", "APP_NOT_REGISTERED", None),
    # Of another project than the path's; the reference service answers 400 here, too.
    (r"\.apps\.(generate|exchange)\w+$", "API_KEY_INVALID", None),
    # A name in a body must be the path's.
    (r"\.patch$", "INVALID_VALUE", r"name"),
    # What the mask names and the body has not is unset, and these cannot be.
    (r"\.debugTokens\.patch$", "INVALID_VALUE", r"display_name"),
    (r"\.projects\.apps\.patch$", "INVALID_VALUE", r"team_id|bundle_ids"),
    # Names of several resources must be of the path's project, and none twice.
    (r"\.appAttestConfig\.batchGet$", "INVALID_VALUE", r"names"),
    (r"\.services\.batchUpdate$", "INVALID_VALUE", r"requests\[\d+\]\.service\.name"),
    # A mask may be given for each request, for all of them, or for both if they are the same; one there must be.
    (r"\.services\.batchUpdate$", "(MISSING_FIELD|INVALID_VALUE)", r"(requests\[\d+\]\.)?update_mask"),
    # Never stricter than the enforcement mode, which may be the stored one.
    (r"\.services\.(patch|batchUpdate)$", "INVALID_VALUE", r"replay_protection"),
    # Only for limited use.
    (r"\.exchangeCustomToken$", "INVALID_VALUE", r"jti"),
    # Later than now.
    (r"\.debugTokens\.(create|patch)$", "INVALID_VALUE", r"expire_time"),
    # A certificate or a key in PEM.
    (r"\.apps\.(create|patch)$", "INVALID_VALUE", r"trust_anchors\[\d+\]"),
    (r"\.customTokenKeys\.create$", "INVALID_VALUE", r"public_key"),
    # To a schema 475.0 is whole; the server takes digits alone.
    (r"\.projects\.apps\.(create|patch)$", "INVALID_VALUE", r"debug_token_limit|risk_policy\.threshold"),
    # A rule that requires what older systems never send must say what is to happen there.
    (r"\.projects\.apps\.(create|patch)$", "INVALID_VALUE", r"launch_policy"),
    # U+0000, which no query has.
    (r"\.(batchGet|delete|list)$", "INVALID_QUERY", r""),
    # A project with apps in it, or one resource more than there may be.
    (r"\.projects\.delete$", "IN_USE", None),
    (r"\.create$", "LIMIT_REACHED", None),
]


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def is_beyond_schemas(operation, error):
    details = {detail["@type"].rsplit(".", 1)[1]: detail for detail in error["details"]}
    violations = [each.get("field") for each in details.get("BadRequest", {}).get("fieldViolations", [])]
    return any(
        re.search(operations, operation) and re.fullmatch(reason, details["ErrorInfo"]["reason"])
        and (violations == [] if fields is None else all(re.fullmatch(fields, field or "") for field in violations))
        for operations, reason, fields in RULES_BEYOND_SCHEMAS)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    return not is_beyond_schemas(operation_id(case), response.json()["error"])


@schemathesis.hook
def before_load_schema(context, raw_schema):
    operations = [operation for path in raw_schema["paths"].values() for operation in path.values()]
    for operation in operations:
        for end, (path, query, body) in examples(operation["operationId"]).items():
            if not operation["operationId"].endswith(end):
                continue
            values = {**NAMES, **path, **query}
            for parameter in operation["parameters"]:
                if parameter.get("name") in values:
                    parameter["example"] = values[parameter["name"]]
            if body is not None:
                operation["requestBody"]["content"]["application/json"]["example"] = body


@schemathesis.hook
def before_call(context, case, kwargs):
    last = case.operation.path.rsplit("/", 1)[-1].strip("{}")
    if case.method.upper() == "DELETE" and case.path_parameters.get(last) in KEPT.get(last, ()):
        case.path_parameters[last] = "gone"


@schemathesis.hook
def after_call(context, case, response):
    with open(os.environ["ASSAY_STATUSES"], "a", encoding="utf-8") as statuses:
        statuses.write(f"{operation_id(case)} {response.status_code}\n")
