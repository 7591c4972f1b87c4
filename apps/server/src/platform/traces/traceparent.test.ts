import { expect, test } from 'vitest'
import { parseTraceparent, requestIdOf, traceIdOf, writeTraceparent } from './traceparent.ts'

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test.each([
  [`00-${traceId}-${spanId}-01`, { traceId, spanId, isSampled: true }],
  [`00-${traceId}-${spanId}-00`, { traceId, spanId, isSampled: false }],
  [`cc-${traceId}-${spanId}-03-more`, { traceId, spanId, isSampled: true }],
  [`ff-${traceId}-${spanId}-01`, null],
  [`00-${'0'.repeat(32)}-${spanId}-01`, null],
  [`00-${traceId}-${'0'.repeat(16)}-01`, null],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, null],
  [`00-${traceId}-${spanId}-01x`, null],
  ['', null],
  [null, null],
])('%s', (text, expected) => {
  expect(parseTraceparent(text)).toEqual(expected)
})

test('a request id and the id of its trace are one number', () => {
  expect(requestIdOf(traceId)).toBe('4bf92f35-77b3-4da6-a3ce-929d0e0e4736')
  expect(traceIdOf(requestIdOf(traceId))).toBe(traceId)
  expect(parseTraceparent(writeTraceparent({ traceId, spanId, isSampled: true }))).toEqual({
    traceId,
    spanId,
    isSampled: true,
  })
})
