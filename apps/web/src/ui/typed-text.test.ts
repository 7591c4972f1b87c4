import { expect, test } from 'vitest'
import { receiveValue, sendText, startTyping } from './typed-text.ts'

const type = (state: ReturnType<typeof startTyping>, text: string) => sendText({ ...state, text }, text)

test('a sent value that arrives after more was typed does not replace it', () => {
  const typing = { ...type(startTyping(''), 'lo'), text: 'lodash' }
  expect(receiveValue(typing, 'lo').text).toBe('lodash')
})

test('several navigations may be pending, and some never complete', () => {
  let state = type(type(type(startTyping(''), 'l'), 'lo'), 'lod')
  state = receiveValue({ ...state, text: 'lodas' }, 'lo')
  expect(state).toEqual({ text: 'lodas', value: 'lo', sent: ['lod'] })
  expect(receiveValue(state, 'lod')).toEqual({ text: 'lodas', value: 'lod', sent: [] })
})

test('other values replace the text: back, a saved view, reset', () => {
  const settled = receiveValue(type(startTyping(''), 'lodash'), 'lodash')
  expect(settled).toEqual(startTyping('lodash'))
  expect(receiveValue(settled, '').text).toBe('')
  expect(receiveValue(type(settled, 'lodash 4'), '').text).toBe('')
})
