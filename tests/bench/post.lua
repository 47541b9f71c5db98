-- wrk: posts the file that $BODY names, with the content type in $CONTENT_TYPE.
local file = assert(io.open(os.getenv("BODY"), "rb"))
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = os.getenv("CONTENT_TYPE") or "application/json"
file:close()
