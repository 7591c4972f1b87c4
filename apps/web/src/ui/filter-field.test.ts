import { expect, test } from 'vitest'
import { receiveValue, sendText, startTyping } from './filter-field.tsx'

const type = (state: ReturnType<typeof startTyping>, text: string) => sendText({ ...state, text }, text)

test('a sent value that arrives late does not replace newer input', () => {
  const typing = { ...type(startTyping(''), 'lo'), text: 'lodash' }
  expect(receiveValue(typing, 'lo').text).toBe('lodash')
})

test('several navigations may be pending, and some never complete', () => {
  let state = type(type(type(startTyping(''), 'l'), 'lo'), 'lod')
  state = receiveValue({ ...state, text: 'lodas' }, 'lo')
  expect(state).toEqual({ text: 'lodas', value: 'lo', sent: ['lod'] })
  expect(receiveValue(state, 'lod')).toEqual({ text: 'lodas', value: 'lod', sent: [] })
})

test('values from elsewhere replace the text: the back button, a saved view, a reset', () => {
  const settled = receiveValue(type(startTyping(''), 'lodash'), 'lodash')
  expect(settled).toEqual(startTyping('lodash'))
  expect(receiveValue(settled, '').text).toBe('')
  expect(receiveValue(type(settled, 'lodash 4'), '').text).toBe('')
})
