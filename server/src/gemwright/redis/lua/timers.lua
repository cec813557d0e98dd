-- Lists the matches of a bucket whose clock has run out, the oldest first, and keeps them for who
-- asked for a while; stamps the bucket, so that the time while nobody asks is nobody's.
-- KEYS: timers, alive
-- ARGV: 1 clock offset, 2 most, 3 how long they are kept for who asked
-- Answers the credit, how long until the next one is due, and the matches; nothing if no clock runs.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
local clock = redis.call('TIME')
local raw = clock[1] * 1000 + math.floor(clock[2] / 1000)
local credit = credit_of(KEYS[2], raw, true)
local played = raw + ARGV[1] - credit
local due = redis.call('ZRANGE', KEYS[1], '-inf', string.format('%.0f', played),
  'BYSCORE', 'LIMIT', 0, ARGV[2])
for _, match in ipairs(due) do
  redis.call('ZADD', KEYS[1], string.format('%.0f', played + ARGV[3]), match)
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {string.format('%.0f', credit), math.max(first[2] - played, 0), due}
