import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismiss, showAlert, shownAlerts } from './alerts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

const sentences = () => shownAlerts().map(({ text }) => text)

test('an alert stays for 10 seconds', () => {
  showAlert('Something went wrong')
  vi.advanceTimersByTime(9999)
  expect(sentences()).toEqual(['Something went wrong'])
  vi.advanceTimersByTime(1)
  expect(sentences()).toEqual([])
})

test('the same sentence is shown once, and from its last time on', () => {
  showAlert('one')
  vi.advanceTimersByTime(6000)
  showAlert('two')
  showAlert('one')
  expect(sentences()).toEqual(['two', 'one'])
  vi.advanceTimersByTime(6000)
  expect(sentences()).toEqual(['two', 'one'])
})

test('an alert of what can be taken back bears the act', () => {
  const run = vi.fn()
  showAlert('done', { label: 'Undo', run })
  shownAlerts()[0]!.action!.run()
  expect(run).toHaveBeenCalledOnce()
})

test('a dismissed alert goes at once and leaves the others', () => {
  showAlert('one')
  showAlert('two')
  dismiss(shownAlerts()[0]!.id)
  expect(sentences()).toEqual(['two'])
})
