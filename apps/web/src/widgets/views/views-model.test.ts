import { dayMs } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { criteriaIn, hrefOf } from './views-model.ts'

const now = Date.UTC(2026, 10, 23, 15)
const later = now + dayMs

test("criteria are saved as in the URL, without the page's open panels", () => {
  const saved = criteriaIn('?tags=a%2Cb&branches=*&pid=1&branch=main&scan=2', now)
  expect(saved).toEqual({ tags: 'a,b', branches: '*' })
  expect(hrefOf('dashboard', saved, now)).toBe('/dashboard?tags=a%2Cb&branches=*')
})

test('a window that ends today moves with the date', () => {
  const criteria = criteriaIn('?startDate=2026-10-25&endDate=2026-11-23', now)
  expect(criteria).toEqual({ lastDays: '30' })
  expect(hrefOf('dashboard', criteria, later)).toBe('/dashboard?startDate=2026-10-26&endDate=2026-11-24')
})

test('a past window stays fixed', () => {
  const criteria = criteriaIn('?startDate=2026-01-01&endDate=2026-03-31', now)
  expect(hrefOf('dashboard', criteria, later)).toBe('/dashboard?startDate=2026-01-01&endDate=2026-03-31')
})

test('a view without criteria is the plain list, and invalid values are omitted', () => {
  expect(hrefOf('vulnerabilities', criteriaIn('', now), now)).toBe('/vulns')
  expect(criteriaIn('?startDate=soon&q=x', now)).toEqual({ q: 'x' })
})
