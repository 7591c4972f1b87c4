import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
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
