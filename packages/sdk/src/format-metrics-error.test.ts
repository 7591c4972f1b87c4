import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { formatMetricsError } from './format-metrics-error.ts'

const windowError = (message: string) => new ApiError(400, { errorType: 'dateFilterError', message })

test.each([
  'requested time window is too large',
  'Requested time window is too large',
  'Requested time window is too large.',
])('a rejected time window is reported as a sentence: %s', (message) => {
  expect(formatMetricsError(windowError(message))).toEqual({
    errorType: 'dateFilterError',
    message: 'Requested time window is too large.',
  })
})

test('other messages of the server are returned unchanged', () => {
  const error = new ApiError(403, { errorType: 'forbidden', message: 'No' })
  expect(formatMetricsError(error)).toEqual({ errorType: 'unknown', message: 'No' })
})

test.each([
  ['a response without details', new ApiError(502, '<html>')],
  ['an empty response', new ApiError(500, '')],
  ['a lost connection', new TypeError('fetch failed')],
])('%s says that something went wrong', (_what, error) => {
  expect(formatMetricsError(error)).toEqual({ errorType: 'unknown', message: 'Something went wrong' })
})
