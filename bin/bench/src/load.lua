-- What wrk sends: a random line of a file, with its blanks filled in. Prints the run as one line of JSON.
--
-- Arguments after the address: FILE KEY NONCE WAIT CODING. A line of FILE is METHOD, tab, path, tab, body; the body's \1
-- are filled with a text that no other request of any run has, its \2 with a number of three digits. Each connection waits
-- WAIT milliseconds between an answer and the next request.

local threads = 0

function setup(thread)
    thread:set("id", threads)
    threads = threads + 1
end

local lines, nonce, made = {}, "", 0

-- The texts between the blanks, and at the blanks the numbers 1 and 2.
local function pieces(body)
    local all, from = {}, 1
    while true do
        local at = body:find("[\1\2]", from)
        if not at then
            all[#all + 1] = body:sub(from)
            return all
        end
        all[#all + 1] = body:sub(from, at - 1)
        all[#all + 1] = body:byte(at)
        from = at + 1
    end
end

function init(args)
    local key = args[2]
    nonce = args[3] .. "t" .. id .. "n"
    local wait = tonumber(args[4])
    -- where there is such a function wrk asks it before each request, which takes time
    if wait > 0 then
        function delay() return wait end
    end
    math.randomseed(id * 7919 + os.time())
    for line in io.lines(args[1]) do
        local method, path, body = line:match("^(%S+)\t(%S+)\t(.*)$")
        local head = method .. " " .. path .. " HTTP/1.1\r\nHost: " .. wrk.host .. "\r\n"
        if key ~= "" then
            head = head .. "Authorization: Basic " .. key .. "\r\n"
        end
        if args[5] then
            head = head .. "Accept-Encoding: " .. args[5] .. "\r\n"
        end
        if body == "" then
            lines[#lines + 1] = { whole = head .. "\r\n" }
        else
            head = head .. "Content-Type: application/json\r\nContent-Length: "
            lines[#lines + 1] = { head = head, pieces = pieces(body), filled = {} }
        end
    end
end

function request()
    local line = lines[math.random(#lines)]
    if line.whole then
        return line.whole
    end
    made = made + 1
    local filled, unique = line.filled, nonce .. made
    for n, piece in ipairs(line.pieces) do
        if piece == 1 then
            filled[n] = unique
        elseif piece == 2 then
            filled[n] = math.random(100, 999)
        else
            filled[n] = piece
        end
    end
    local body = table.concat(filled)
    return line.head .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format(
        '\nBENCH {"requests":%.0f,"micros":%.0f,"bytes":%.0f,"p50":%.0f,"p99":%.0f,"max":%.0f,'
            .. '"connect":%.0f,"read":%.0f,"write":%.0f,"timeout":%.0f,"status":%.0f}\n',
        summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
        latency.max, e.connect, e.read, e.write, e.timeout, e.status))
end
