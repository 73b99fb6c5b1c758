"""Runs schemathesis against a server of its own, and fails if an answer breaks the document's promises, or if too few
cases ran to mean anything. Usage: see scripts/check-api."""

import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.append(str(ROOT / "Tests/AssayServerTests/Clients"))

from stage.device import Authority  # noqa: E402  the path to it is set above
from stage.server import Server  # noqa: E402
from stage.service_account import ServiceAccount  # noqa: E402

LEAST_CASES = 2_000
SECONDS_TO_RUN = 420
# What these do takes a device, whose words no generator finds.
NEED_A_DEVICE = ("exchangeAppAttestAttestation", "exchangeAppAttestAssertion")
LIMITS = {f"ASSAY_{kind}_RATE_LIMIT": "off" for kind in ("EXCHANGE", "DEBUG_EXCHANGE", "TOKEN", "ADMIN", "PUBLIC")}
# The names that schemathesis.toml and hooks.py have, too.
PROJECT, NUMBER, APP = "shop", "1234567890", "1:1234567890:ios:aa"
DEBUG_SECRET = "8f14e45f-ceea-467f-a5a1-0d2b6c4e9a11"
# Of each kind of resource, for cases that remove one.
SPARE = 15


def start(folder):
    """The process and the server that it is."""
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [ROOT / ".build/debug/assay", "serve", "--listen", "127.0.0.1:0", "--data-dir", folder / "data"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
            env={"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no", **LIMITS})
    found = re.search(r"http://127\.0\.0\.1:[0-9]+", process.stdout.readline())
    if not found:
        process.kill()
        sys.exit(f"check-api: error: the server did not start: {(folder / 'server.log').read_text()}")
    return process, Server(found[0], (folder / "data/admin.token").read_text().strip())


def register(server):
    """Registers what most cases are about, and what some remove. Returns the values that dictionaries have of it, and the
    text of the project's API key."""

    def make(path, body, count=1):
        made = [server.administer("POST", path, body(number)) for number in range(count)]
        return made[0], [resource["name"].rsplit("/", 1)[1] for resource in made]

    project, app, account = f"/assay/v1/projects/{PROJECT}", f"/v1/projects/{PROJECT}/apps/{APP}", ServiceAccount(PROJECT)
    make("/assay/v1/projects", lambda _: {"projectId": PROJECT, "projectNumber": NUMBER})
    _, projects = make("/assay/v1/projects", lambda number: {"projectId": f"spare-{number}"}, SPARE)
    authority = Authority()
    registration = {"teamId": "ABCDE12345", "bundleIds": ["com.example.app"], "debugTokenLimit": 1000}
    make(f"{project}/apps", lambda _: {"appId": APP, "trustAnchors": [authority.root_pem], **registration})
    _, apps = make(f"{project}/apps", lambda number: {"appId": f"spare-{number}", **registration}, SPARE)
    key, api_keys = make(f"{project}/apiKeys", lambda number: {"displayName": f"key {number}"}, SPARE)
    _, custom_token_keys = make(f"{project}/customTokenKeys", lambda number: {
        **account.registration, "keyId": f"key-{number}"}, SPARE)
    _, debug_tokens = make(f"{app}/debugTokens", lambda number: {
        "displayName": f"token {number}", "token": DEBUG_SECRET if number == 0 else str(uuid.uuid4())}, SPARE)
    keys = [attest(server, app, authority.device("ABCDE12345.com.example.app")) for _ in range(3)]
    tokens = [server.administer("POST", f"{app}:mintAppCheckToken", body)["token"]
              for body in ({}, {"tokenTtl": "1800s"}, {"limitedUseConfig": {}})]
    return {
        "kept-api-keys": api_keys[:1], "spare-api-keys": api_keys[1:], "spare-projects": projects, "spare-apps": apps,
        "kept-custom-token-keys": custom_token_keys[:1], "spare-custom-token-keys": custom_token_keys[1:],
        "kept-debug-tokens": debug_tokens[:1], "spare-debug-tokens": debug_tokens[1::2],
        "spare-debug-tokens-beta": debug_tokens[2::2],
        "attested-keys": keys, "app-check-tokens": tokens,
        "custom-tokens": [account.custom_token(APP, exp=int(time.time()) + 3_000)],
        "trust-anchors": [authority.root_pem], "public-keys": [account.public_pem],
    }, key["keyString"]


def attest(server, app, device):
    """Registers a device's key. Returns its id as names have it."""

    def text(data):
        return base64.b64encode(data).decode()

    challenge = base64.b64decode(server.administer("POST", f"{app}:generateAppAttestChallenge", {})["challenge"])
    server.administer("POST", f"{app}:exchangeAppAttestAttestation", {
        "attestationStatement": text(device.attest(challenge)), "challenge": text(challenge),
        "keyId": text(device.key_id)})
    return base64.urlsafe_b64encode(device.key_id).decode().rstrip("=")


def configure(values, folder):
    """The configuration with these dictionaries in it. Returns where it is."""
    names = [f"{name} = {{ values = {json.dumps(texts)} }}" for name, texts in values.items()]
    path = folder / "schemathesis.toml"
    path.write_text((HERE / "schemathesis.toml").read_text(encoding="utf-8").replace(
        "[dictionaries]\n", "\n".join(["[dictionaries]", *names, ""])), encoding="utf-8")
    return path


def run(server, seed, report):
    """Runs schemathesis. Returns its exit status and what it said."""
    values, api_key = register(server)
    configuration = configure(values, report.parent)
    command = [
        ROOT / ".venv/bin/schemathesis", "--config-file", configuration, "run", f"{server.url}/openapi.json",
        "--seed", str(seed), "--report", "json", "--report-json-path", report]
    environment = {
        **os.environ, "ASSAY_TOKEN": server.admin_token, "ASSAY_API_KEY": api_key,
        "ASSAY_KEPT": json.dumps({
            "project": [PROJECT, NUMBER], "app": [APP], "apiKey": values["kept-api-keys"],
            "debugToken": values["kept-debug-tokens"], "customTokenKey": values["kept-custom-token-keys"]}),
        "ASSAY_REMOVABLE": json.dumps({
            "v1": values["spare-debug-tokens"][-1], "v1beta": values["spare-debug-tokens-beta"][-1]}),
        "ASSAY_STATUSES": str(report.with_name("statuses")), "SCHEMATHESIS_HOOKS": str(HERE / "hooks.py"),
        "NO_PROXY": "*", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=report.parent, env=environment, timeout=SECONDS_TO_RUN, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def never_succeeded(folder):
    """Operations that no case succeeded in: what was said of them means little."""
    calls = [line.split() for line in (folder / "statuses").read_text().splitlines()]
    succeeded = {operation for operation, status in calls if status.startswith("2")}
    return sorted({operation for operation, _ in calls if not operation.endswith(NEED_A_DEVICE)} - succeeded)


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-api-"))
    began = time.monotonic()
    try:
        process, server = start(folder)
        try:
            report = folder / "report.json"
            status, said = run(server, seed, report)
        finally:
            process.terminate()
            stopped = process.wait(30)
        cases = json.loads(report.read_text())["test_cases"]["generated"] if report.exists() else 0
        idle = never_succeeded(folder) if cases else []
    finally:
        shutil.rmtree(folder)
    faults = [] if status == 0 else ["an answer breaks the document's promises, or schemathesis could not run: see above"]
    if cases < LEAST_CASES:
        faults.append(f"only {cases} cases ran, {LEAST_CASES} are wanted")
    if idle:
        faults.append(f"no case succeeded in {', '.join(idle)}")
    if stopped != 0:
        faults.append(f"the server ended with status {stopped}")
    if faults:
        print(said)
    for fault in faults:
        print(f"check-api: error: {fault}", file=sys.stderr)
    print(f"check-api: {cases} generated cases, seed {seed}, {time.monotonic() - began:.0f} s")
    return 1 if faults else 0


sys.exit(main())
