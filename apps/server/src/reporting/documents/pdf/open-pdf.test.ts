import { expect, test } from 'vitest'
import type { ReportDocument } from '@assay/text/documents/document.ts'
import { openPdf } from './open-pdf.ts'

const empty: ReportDocument = {
  language: 'en',
  title: 'Report',
  subject: '',
  createdAt: new Date(0),
  logo: null,
  sections: [],
}

test('a font is parsed once, however often it is used', () => {
  const pdf = openPdf(empty)
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

test('the layout of words is discarded after some pages', () => {
  const pdf = openPdf(empty)
  const wordsOf = () => Object.keys((Reflect.get(pdf, '_font') as { layoutCache: object }).layoutCache)
  const counts = Array.from({ length: 40 }, (_, page) => {
    pdf.addPage().text(Array.from({ length: 50 }, (__, word) => `word${page}x${word}`).join(' '))
    return wordsOf().length
  })
  expect(Math.max(...counts)).toBeLessThan(11 * 50)
  expect(pdf.bufferedPageRange().count).toBe(41)
})
