-- Reads a stretch of a feed after a place, which must be one of it unless it is said to be loose.
-- KEYS: feed
-- ARGV: 1 place or '', 2 most, 3 whether the place is loose
-- Answers the end of the feed, then whether the place was lost (1), trimmed (2) or is there (0), then
-- the stretch.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {'0-0', (ARGV[1] == '' or ARGV[1] == '0-0' or ARGV[3] == '1') and 0 or 1, {}}
end
local about = redis.call('XINFO', 'STREAM', KEYS[1])
local fact = {}
for i = 1, #about, 2 do
  fact[about[i]] = about[i + 1]
end
local last = fact['last-generated-id']
if ARGV[1] == '' or ARGV[1] == last then
  return {last, 0, {}}
end
if ARGV[3] == '1' then
  return {last, 0, redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])}
elseif ARGV[1] == '0-0' then
  if fact['entries-added'] > fact['length'] then
    return {last, 2, {}}
  end
elseif #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then
  local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
  local ms, n = string.match(ARGV[1], '(%d+)-(%d+)')
  local last_ms, last_n = string.match(last, '(%d+)-(%d+)')
  local first_ms, first_n = string.match(first and first[1] or last, '(%d+)-(%d+)')
  ms, n = tonumber(ms), tonumber(n)
  first_ms, first_n = tonumber(first_ms), tonumber(first_n)
  local is_before = ms < first_ms or ms == first_ms and n < first_n
  if is_before and fact['entries-added'] > fact['length'] then
    return {last, 2, {}}
  end
  return {last, 1, {}}
end
return {last, 0, redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])}
