import { expect, test } from 'vitest'
import { readChat } from './read-chat.ts'

interface Part {
  index?: number
  id?: string
  function: { name?: string; arguments: string }
}

async function* streamOf(parts: readonly Part[]) {
  for (const part of parts)
    yield Buffer.from(`data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [part] } }] })}\n\n`)
  yield Buffer.from('data: [DONE]\n\n')
}

const one = { name: 'fixes', arguments: '{"limit":1}' }
const other = { name: 'vulnerability', arguments: '{"id":"CVE-2021-23337"}' }

test.each<[string, Part[]]>([
  [
    'in parts, interleaved',
    [
      { index: 0, id: 'a', function: { name: 'fixes', arguments: '{"limit"' } },
      { index: 1, id: 'b', function: { name: 'vulnerability', arguments: '{"id":' } },
      { index: 0, function: { arguments: ':1}' } },
      { index: 1, function: { arguments: '"CVE-2021-23337"}' } },
    ],
  ],
  [
    'in parts that repeat id and name',
    [
      { index: 0, id: 'a', function: { name: 'fixes', arguments: '{"limit"' } },
      { index: 0, id: 'a', function: { name: 'fixes', arguments: ':1}' } },
      { index: 1, id: 'b', function: other },
    ],
  ],
  [
    'whole, all with the same index',
    [
      { index: 0, id: 'a', function: one },
      { index: 0, id: 'b', function: other },
    ],
  ],
  ['whole, without index and id', [{ function: one }, { function: other }]],
])('tool calls are read %s', async (_, parts) => {
  const { toolCalls } = await readChat(streamOf(parts), () => undefined)
  expect(toolCalls.map(({ name, input }) => ({ name, arguments: input }))).toEqual([one, other])
  expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2)
})
