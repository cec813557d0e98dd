-- Reads what the matches of a principal in a bucket ask of it, and where the feed of updates ends.
-- KEYS: index of the principal, updates
-- ARGV: 1 the bucket's tag, 2 only what changed after this place of the feed or '', 3 only matches that
--       are not over, or since this time (0 for all)
-- Answers the end of the feed, then for each match its id, version, commit id and last notice; an empty
-- notice is one to be made: a server too old to write it has changed the match.
local last = '0-0'
if redis.call('EXISTS', KEYS[2]) == 1 then
  local about = redis.call('XINFO', 'STREAM', KEYS[2])
  for i = 1, #about, 2 do
    if about[i] == 'last-generated-id' then
      last = about[i + 1]
    end
  end
end
local function is_later(place, than)
  local ms, n = string.match(place or '', '(%d+)-(%d+)')
  local than_ms, than_n = string.match(than, '(%d+)-(%d+)')
  ms, than_ms = tonumber(ms), tonumber(than_ms)
  if not ms then -- what is damaged is no reason to tell nothing of the others
    return true
  end
  return ms > than_ms or ms == than_ms and tonumber(n) > tonumber(than_n)
end
local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local match = redis.call('HMGET', ARGV[1] .. 'm:' .. id, 'v', 'c', 't', 'st', 'w', 'f')
  if match[1] then
    local is_known = match[5] and #match[5] >= 4
      and struct.unpack('>I4', match[5]) == tonumber(match[1])
    local is_new = ARGV[2] == '' or not is_known or is_later(match[6], ARGV[2])
    local is_live = match[4] == 'active' or match[4] == 'waiting'
    if is_new and (is_live or (tonumber(match[3]) or 0) >= tonumber(ARGV[3])) then
      found[#found + 1] = id
      found[#found + 1] = match[1]
      found[#found + 1] = match[2] or ''
      found[#found + 1] = is_known and match[5] or ''
    end
  end
end
return {last, found}
