import { expect, test } from 'vitest'
import { openPdf } from './open-pdf.ts'

test('a font is parsed once, however often it is used', () => {
  const pdf = openPdf({
    language: 'en',
    title: 'Report',
    subject: '',
    createdAt: new Date(0),
    logo: null,
    facts: [],
    figures: [],
    charts: [],
    tables: [],
  })
  const fonts = () => {
    pdf.font('body')
    const body = Reflect.get(pdf, '_font')
    pdf.font('bold')
    return { body, bold: Reflect.get(pdf, '_font'), count: Reflect.get(pdf, '_fontCount') }
  }
  const first = fonts()
  expect(first.bold).not.toBe(first.body)
  expect(fonts()).toEqual(first)
})
