import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { ApiError } from '@assay/sdk/api-error.ts'
import { afterEach, expect, test } from 'vitest'
import { dismiss, shownAlerts } from '../ui/alerts.tsx'
import { queryClient } from './query.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('calls are made while the browser is offline, because the server may be on this computer', async () => {
  onlineManager.setOnline(false)
  const queryFn = () => Promise.resolve('read')
  await expect(queryClient.fetchQuery({ queryKey: ['x'], queryFn })).resolves.toBe('read')
  const change = new MutationObserver(queryClient, { mutationFn: () => Promise.resolve('changed') })
  await expect(change.mutate()).resolves.toBe('changed')
})

test('forbidden or missing content is reported in its place, other errors also in an alert', async () => {
  const failWith = (status: number) =>
    queryClient
      .fetchQuery({
        queryKey: [status],
        queryFn: () =>
          Promise.reject(new ApiError(status, { errorType: 'invalidInput', message: `${status}` })),
      })
      .catch(() => undefined)
  for (const status of [401, 403, 404, 409]) await failWith(status)
  const alerts = shownAlerts()
  for (const { id } of alerts) dismiss(id)
  expect(alerts.map(({ text }) => text)).toEqual(['409'])
})
