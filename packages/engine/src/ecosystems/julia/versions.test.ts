import { expect, test } from 'vitest'
import { julia } from './index.ts'

test.each(['1.2.3.4', '1.0-+b', '1.0_1', 'x1', '', '1..2', '1.0-a..b'])('rejects %j', (text) => {
  expect(julia.compareVersions(text, text)).toBeNull()
})
