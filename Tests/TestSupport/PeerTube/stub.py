#!/usr/bin/python3
"""A PeerTube server for tests, made from specifications of the API (api.yaml, PeerTube's own openapi.yaml): a request must
be in each of them (path, method, parameters, body, sign-in), and so must its answer; anything else is reported on standard
error and answered with 500. usage: stub.py SPECIFICATION.YAML… Prints its port."""
import json, re, sys, threading, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import yaml


def specification(path):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


SPECS = [specification(path) for path in sys.argv[1:]]
# `spec`: the specification that the thread of a connection checks against.
NOW = threading.local()
UUID = "9c9de5e8-0a1e-484a-b099-e80766180a6d"
ACCESS, REFRESH = ["access-1"], ["refresh-1"]
# In PeerTube since 5.2 and 6.0, later than the specification: not checked against it.
LATER = {("get", f"/videos/{UUID}/chapters"), ("post", f"/videos/{UUID}/token")}


def target(node):
    while isinstance(node, dict) and "$ref" in node:
        place = NOW.spec
        for part in node["$ref"][2:].split("/"):
            place = place[part.replace("~1", "/")]
        node = place
    return node


def check(schema, value, path="$"):
    """Returns the problems of a value, as texts."""
    schema = target(schema)
    if value is None:
        return [] if schema.get("nullable") or not schema.get("type") else [f"{path}: null"]
    problems = [p for part in schema.get("allOf", []) for p in check(part, value, path)]
    if "oneOf" in schema and not any(not check(part, value, path) for part in schema["oneOf"]):
        problems.append(f"{path}: none of oneOf")
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    kind = kinds.get(schema.get("type"))
    if kind and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
        return problems + [f"{path}: no {schema['type']}"]
    if "enum" in schema and value not in schema["enum"]:
        problems.append(f"{path}: not in enum")
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0) or len(value) > schema.get("maxLength", 1 << 30):
            problems.append(f"{path}: length")
    elif isinstance(value, (int, float)):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            problems.append(f"{path}: beyond bounds")
    elif isinstance(value, list):
        if len(value) > schema.get("maxItems", 1 << 30):
            problems.append(f"{path}: too many")
        for number, item in enumerate(value):
            problems += check(schema.get("items", {}), item, f"{path}[{number}]")
    elif isinstance(value, dict):
        problems += [f"{path}.{name}: missing" for name in schema.get("required", []) if name not in value]
        for name, part in schema.get("properties", {}).items():
            if name in value:
                problems += check(part, value[name], f"{path}.{name}")
    return problems


def operation(method, path):
    """Returns the operation, its parameters, and the values of the path's places. Fixed paths come first."""
    paths = NOW.spec["paths"]
    for template in sorted(paths, key=lambda t: t.count("{")):
        match = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template), path)
        if match and method in paths[template]:
            return paths[template][method], paths[template].get("parameters", []), match.groupdict()
    return None


def typed(schema, text):
    kinds = {target(part).get("type") for part in [schema] + target(schema).get("oneOf", [])}
    if kinds & {"integer", "number"} and re.fullmatch(r"-?\d+", text):
        return int(text)
    return text


def request_problems(op, shared, places, query, headers, body):
    problems, known = [], set()
    for parameter in map(target, shared + op.get("parameters", [])):
        value = {"path": places, "query": query}.get(parameter["in"], {}).get(parameter["name"])
        known.add(parameter["name"])
        if value is None:
            if parameter.get("required"):
                problems.append(f"parameter {parameter['name']} is missing")
        else:
            problems += check(parameter["schema"], typed(parameter["schema"], value), parameter["name"])
    problems += [f"no parameter {name}" for name in query if name not in known]
    if "requestBody" in op:
        kind = headers.get("Content-Type", "").split(";")[0]
        content = target(op["requestBody"])["content"]
        if kind not in content:
            return problems + [f"body of type {kind}"]
        schema = target(content[kind]["schema"])
        value = dict(urllib.parse.parse_qsl(body)) if "form" in kind else json.loads(body)
        if "discriminator" in schema:
            about = schema["discriminator"]
            schema = {"$ref": about["mapping"][value.get(about["propertyName"], "")]}
        problems += check(schema, value, "body")
    elif body:
        problems.append("a body that is not in the specification")
    return problems


def comment(number, text, **more):
    return dict({"id": number, "threadId": 10, "text": text, "inReplyToCommentId": None, "videoId": 1, "totalReplies": 0,
                 "createdAt": "2023-11-14T22:13:20.000Z", "updatedAt": "2023-11-14T22:13:20.000Z", "isDeleted": False,
                 "account": {"name": "ada", "displayName": "Ada"}}, **more)


def file(port, height):
    return {"fileUrl": f"http://127.0.0.1:{port}/static/{height}.mp4", "size": height * 1000, "fps": 25,
            "resolution": {"id": height, "label": f"{height}p"}}


def answer(method, path, query, headers, body, port):
    """Returns the status and the document."""
    video = {"id": 1, "uuid": UUID, "shortUUID": "2y84q2MQUMWPbiEcxNXMgC", "name": "A talk", "isLive": False,
             "duration": 1419, "previewPath": "/lazy/p.jpg", "thumbnailPath": "/static/t.jpg", "commentsEnabled": True,
             "privacy": {"id": 3, "label": "Private"} if headers.get("Authorization") else {"id": 1, "label": "Public"},
             "files": [file(port, 360)],
             "streamingPlaylists": [{"id": 4, "type": 1, "playlistUrl": f"http://127.0.0.1:{port}/hls/master.m3u8",
                                     "segmentsSha256Url": f"http://127.0.0.1:{port}/hls/sha.json",
                                     "redundancies": [{"baseUrl": "https://copy.example/hls/x"}],
                                     "files": [file(port, 720), file(port, 360)]}]}
    asked = (method, path)
    if asked == ("get", "/config"):
        return 200, {"serverVersion": "5.1.0", "instance": {"name": "Test"}}
    if asked == ("get", f"/videos/{UUID}"):
        return 200, video
    if asked == ("get", f"/videos/{UUID}/captions"):
        return 200, {"total": 1, "data": [{"language": {"id": "fr", "label": "French"}, "captionPath": "/lazy/fr.vtt"}]}
    if asked == ("get", f"/videos/{UUID}/chapters"):
        return 200, {"chapters": [{"timecode": 60, "title": "Two"}, {"timecode": 0, "title": "One"}]}
    if asked == ("post", f"/videos/{UUID}/token"):
        return 200, {"files": {"token": "file token", "expires": "2030-01-01T00:00:00Z"}}
    if asked == ("get", "/video-playlists/5"):
        return 200, {"id": 5, "displayName": "Term", "videoLength": 1}
    if asked == ("get", "/video-playlists/5/videos"):
        return 200, {"total": 1, "data": [{key: video[key] for key in ("id", "uuid", "shortUUID", "name", "duration")}]}
    if asked == ("get", f"/videos/{UUID}/comment-threads"):
        start, count = int(query.get("start", 0)), int(query.get("count", 15))
        every = [comment(10 + n, f"<p>Comment {n} &amp; more</p>", totalReplies=2) for n in range(5)]
        return 200, {"total": 5, "data": every[start:start + count]}
    if asked == ("get", f"/videos/{UUID}/comment-threads/10"):
        inner = {"comment": comment(31, "Second", inReplyToCommentId=30), "children": []}
        return 200, {"comment": comment(10, "x"),
                     "children": [{"comment": comment(30, "First", inReplyToCommentId=10), "children": [inner]}]}
    if asked in (("post", f"/videos/{UUID}/comment-threads"), ("post", f"/videos/{UUID}/comments/10")):
        return 200, {"comment": comment(40, json.loads(body)["text"])}
    if asked == ("delete", f"/videos/{UUID}/comments/10"):
        return 204, None
    if asked == ("get", "/users/me"):
        return 200, [{"username": "ada", "account": {"name": "ada", "displayName": "Ada"}}]
    if asked == ("get", "/oauth-clients/local"):
        return 200, {"client_id": "v1ikx5hnfop4mdpnci8nsqh93c45rldf", "client_secret": "AjWiOapPltI6EnsWQwlFarRtLh4u8tDt"}
    if asked == ("post", "/users/token"):
        form = dict(urllib.parse.parse_qsl(body))
        if form.get("password", "right & good") != "right & good" or form.get("refresh_token", REFRESH[0]) != REFRESH[0]:
            return 400, {"code": "invalid_grant"}
        ACCESS[0], REFRESH[0] = [name[:-1] + str(int(name[-1]) + 1) for name in (ACCESS[0], REFRESH[0])]
        return 200, {"token_type": "Bearer", "access_token": ACCESS[0], "refresh_token": REFRESH[0],
                     "expires_in": 14399, "refresh_token_expires_in": 1209600}
    return 404, {"error": "not found"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def serve(self):
        url = urllib.parse.urlsplit(self.path)
        method, path = self.command.lower(), url.path.removeprefix("/api/v1")
        query = dict(urllib.parse.parse_qsl(url.query))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        is_later = (method, path) in LATER
        problems, operations, status, document = [], [], 500, None
        for NOW.spec in SPECS:
            found = operation(method, path)
            if not url.path.startswith("/api/v1/") or not (found or is_later):
                problems.append(f"not in the specification: {method} {url.path}")
                continue
            op, shared, places = found or ({}, [], {})
            operations.append((NOW.spec, op))
            if not is_later:
                problems += request_problems(op, shared, places, query, self.headers, body)
        if not problems:
            bearer = self.headers.get("Authorization")
            needs_bearer = any(op.get("security") for _, op in operations)
            if (needs_bearer and not bearer) or (bearer and bearer != f"Bearer {ACCESS[0]}"):
                status, document = 401, {"code": "invalid_token"}
            else:
                # Behind another server, files beside the API are at that server's port.
                port = self.headers.get("Host", "").rpartition(":")[2] or self.server.server_port
                status, document = answer(method, path, query, self.headers, body, port)
                for NOW.spec, op in operations:
                    content = op.get("responses", {}).get(str(status), {}).get("content", {})
                    schema = content.get("application/json", {}).get("schema")
                    if schema and status < 300:
                        problems += check(schema, document)
        if problems:
            print(f"{method} {self.path}: {problems}", file=sys.stderr, flush=True)
            status, document = 500, {"problems": problems}
        data = b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_DELETE = serve

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        # A player that has what it wants, or gives up, closes its connection; that is no violation.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
