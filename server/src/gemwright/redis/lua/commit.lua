-- Stores an update of a match that still is what the update was decided on.
-- KEYS: match, log, requests, due, updates, marks, timers, alive
-- ARGV: 1 match id, 2 most updates kept, 3 how long marks are kept, 4 clock offset, 5 version,
--       6 commit id, 7 new commit id, 8 status, 9 log entry, 10 request field or '', 11 its digest,
--       12 due in or '', 13 forget requests in or '' (with it the match is over), 14 notice,
--       15 whether it is a mark, 16 seat to act or -1, 17 whether a turn ended, 18 whether it is a
--       timeout, 19 the bucket's tag, 20 number of principals,
--       then the principals, then the parts: name and bytes in turn
-- Answers 1 with time and clocks if it is stored, 2 if the request was, 0 if the match has changed,
-- 3 if the clock has run out, 4 if it has not and this is a timeout.
-- Every check stands before the first write, for a script that fails later has half written; but that
-- somebody was alive may be written at any time.
local match = redis.call('HMGET', KEYS[1], 'v', 'c', 't', 'o', 'k', 'tc')
if not match[1] then
  return false
end
if ARGV[10] ~= '' then
  local seen = redis.call('HGET', KEYS[3], ARGV[10])
  if seen then
    return {2, seen}
  end
end
if match[1] ~= ARGV[5] or match[2] ~= ARGV[6] then
  local entry = redis.call('LINDEX', KEYS[2], ARGV[5])
  if entry and string.sub(entry, 9, 16) == ARGV[7] then
    local clocks = match[5] and string.sub(entry, 18, 17 + string.byte(entry, 17)) or ''
    return {1, string.sub(entry, 1, 8), clocks}
  end
  return {0, match[1], match[2]}
end

local clock = redis.call('TIME')
local raw = clock[1] * 1000 + math.floor(clock[2] / 1000)
local now = math.max(raw + ARGV[4], tonumber(match[3]))
local clocks, packed, deadline = '', nil, nil
if match[5] then
  local running, since, left = read_clock(match[5])
  local credit = credit_of(KEYS[8], raw, true)
  local played = math.max(raw + ARGV[4] - credit, since)
  if running >= 0 then
    local rest = left[running] - (played - since)
    if ARGV[18] == '1' and rest > 0 then
      return {4}
    elseif ARGV[18] ~= '1' and rest <= 0 then
      return {3}
    end
    local is_turn_over = ARGV[17] == '1' or tonumber(ARGV[16]) ~= running
    if is_turn_over and ARGV[18] ~= '1' and tonumber(ARGV[16]) >= 0 then
      local kind, first, more = string.match(match[6], '(%a):(%d+):(%d+)')
      rest = kind == 'b' and rest + more or tonumber(first)
    end
    left[running] = math.max(rest, 0)
  end
  running, since = tonumber(ARGV[16]), played
  packed = packed_clock(running, since, left)
  clocks = struct.pack('>i8', credit) .. packed
  deadline = running >= 0 and since + left[running]
end

local version = string.format('%.0f', ARGV[5] + 1)
local stamp = struct.pack('>I8', now)
local notice = struct.pack('>I4I8B', ARGV[5] + 1, now, #clocks) .. ARGV[7] .. clocks .. ARGV[14]
local place = redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[2], '*', 'n', notice)
if ARGV[15] == '1' then
  local oldest = string.format('%.0f', math.max(raw - ARGV[3], 0))
  redis.call('XADD', KEYS[6], 'MINID', '~', oldest, '*', 'n', notice)
end
local people = tonumber(ARGV[20])
redis.call('HSET', KEYS[1], 'v', version, 'c', ARGV[7], 't', string.format('%.0f', now),
  'st', ARGV[8], 'w', notice, 'f', place, unpack(ARGV, 21 + people))
local entry = ARGV[9]
if packed then
  entry = string.char(#clocks) .. clocks .. entry
  redis.call('HSET', KEYS[1], 'k', packed)
  if deadline then
    redis.call('ZADD', KEYS[7], string.format('%.0f', deadline), ARGV[1])
  else
    redis.call('ZREM', KEYS[7], ARGV[1])
  end
end
redis.call('RPUSH', KEYS[2], stamp .. ARGV[7] .. entry)
if ARGV[10] ~= '' then
  redis.call('HSET', KEYS[3], ARGV[10], version .. ':' .. ARGV[11])
end
if ARGV[12] ~= '' then
  redis.call('ZADD', KEYS[4], string.format('%.0f', now + ARGV[12]), ARGV[1])
end
if ARGV[13] ~= '' then
  redis.call('PEXPIRE', KEYS[3], ARGV[13])
  redis.call('SREM', ARGV[19] .. 'live:' .. match[4], ARGV[1])
end
for i = 21, 20 + people do
  local index = ARGV[19] .. 'p:' .. #match[4] .. ':' .. match[4] .. ':' .. ARGV[i]
  redis.call('ZADD', index, 0, ARGV[1])
end
return {1, stamp, clocks}
