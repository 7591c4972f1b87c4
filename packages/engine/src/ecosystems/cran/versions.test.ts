import { expect, test } from 'vitest'
import { cran } from './index.ts'

test.each(['1.0a', '1.', '.1', '1--2', 'x', ''])('rejects %j', (text) => {
  expect(cran.compareVersions(text, text)).toBeNull()
})
