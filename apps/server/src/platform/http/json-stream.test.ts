import { expect, test } from 'vitest'
import { z } from 'zod'
import { ItemStream } from './item-stream.ts'
import { streamJson, writeJson } from './json-stream.ts'

const streamed = <Item>(...batches: Item[][]) =>
  new ItemStream(
    (async function* () {
      yield* batches
    })(),
  )

const template = () =>
  streamJson({
    name: 'a "name"',
    inner: {
      score: 1,
      lists: streamed([{ of: 'x', items: streamed([1, 2], [], [3]) }], [{ of: 'y', items: streamed() }]),
    },
    empty: streamed(),
    plain: [{ deep: [null] }],
  })

const Schema = z.object({
  name: z.string(),
  inner: z.object({
    score: z.number(),
    lists: z.array(z.object({ of: z.string(), items: z.array(z.number()) })),
  }),
  empty: z.array(z.string()).optional(),
  plain: z.array(z.unknown()),
})

test('streams at any depth produce the same JSON as plain values', async () => {
  const lists = [
    { of: 'x', items: [1, 2, 3] },
    { of: 'y', items: [] },
  ]
  const whole = { name: 'a "name"', inner: { score: 1, lists }, empty: [], plain: [{ deep: [null] }] }
  for (const schema of [null, Schema]) expect(await writeJson(template(), schema)).toBe(JSON.stringify(whole))
})

test.each([
  ['a member', { name: z.number() }],
  [
    'an item of a nested stream',
    {
      inner: z.object({
        score: z.number(),
        lists: z.array(z.object({ of: z.string(), items: z.array(z.string()) })),
      }),
    },
  ],
])('%s that does not match its schema is an error', async (_, shape) => {
  await expect(writeJson(template(), Schema.extend(shape))).rejects.toThrow(z.ZodError)
})

test('a stream that is not in the schema is an error', async () => {
  await expect(writeJson(template(), Schema.omit({ inner: true }))).rejects.toThrow("no property 'inner'")
})
