import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismiss, showAlert, showNotice, shownAlerts } from './alerts.tsx'

let isInUse = false
beforeEach(() => {
  isInUse = false
  vi.useFakeTimers()
  vi.stubGlobal('document', { querySelector: () => (isInUse ? {} : null) })
})
afterEach(() => {
  isInUse = false
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sentences = () => shownAlerts().map(({ text }) => text)

test('an alert is shown for 10 seconds', () => {
  showAlert('Something went wrong')
  vi.advanceTimersByTime(9999)
  expect(sentences()).toEqual(['Something went wrong'])
  vi.advanceTimersByTime(1)
  expect(sentences()).toEqual([])
})

test('an alert stays while it is hovered or focused', () => {
  showNotice('done', { label: 'Undo', run: () => {} })
  isInUse = true
  vi.advanceTimersByTime(60_000)
  expect(sentences()).toEqual(['done'])
  isInUse = false
  vi.advanceTimersByTime(10_000)
  expect(sentences()).toEqual([])
})

test('a repeated text is shown once and restarts its time', () => {
  showAlert('one')
  vi.advanceTimersByTime(6000)
  showAlert('two')
  showAlert('one')
  expect(sentences()).toEqual(['two', 'one'])
  vi.advanceTimersByTime(6000)
  expect(sentences()).toEqual(['two', 'one'])
})

test('an alert can have an undo action', () => {
  const run = vi.fn()
  showNotice('done', { label: 'Undo', run })
  shownAlerts()[0]!.action!.run()
  expect(run).toHaveBeenCalledOnce()
})

test('a dismissed alert disappears immediately and leaves the others', () => {
  showAlert('one')
  showAlert('two')
  dismiss(shownAlerts()[0]!.id)
  expect(sentences()).toEqual(['two'])
})
