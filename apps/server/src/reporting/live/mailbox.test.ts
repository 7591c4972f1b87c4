import { maxLiveScans } from '@assay/contract/live.ts'
import { expect, test } from 'vitest'
import { Mailbox } from './mailbox.ts'

const scan = (reportUuid: string) => ({
  projectUuid: 'p',
  branchUuid: 'b',
  branch: 'main',
  reportUuid,
  scannedAt: 1,
})
const scans = (count: number) => Array.from({ length: count }, (_, index) => scan(String(index)))
const never = new AbortController().signal

test('lists a bounded number of scans, counts the others, and starts over after delivery', () => {
  const mailbox = new Mailbox()
  mailbox.put(scans(maxLiveScans + 10))
  expect(mailbox.take()).toMatchObject({ scans: scans(maxLiveScans), omitted: 10 })
  expect(mailbox.take()).toMatchObject({ scans: [], omitted: 0 })
})

test('counts a repeated scan once', () => {
  const mailbox = new Mailbox()
  mailbox.put(scans(2))
  mailbox.put(scans(3))
  expect(mailbox.take()).toMatchObject({ scans: scans(3), omitted: 0 })
})

test('wakes a waiting reader for a scan and on close', async () => {
  const mailbox = new Mailbox()
  const filled = mailbox.filled(never)
  mailbox.put(scans(1))
  await filled
  mailbox.take()
  const gone = new AbortController()
  const left = mailbox.filled(gone.signal)
  gone.abort()
  await left
})
