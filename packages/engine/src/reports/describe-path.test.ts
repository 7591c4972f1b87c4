import { expect, test } from 'vitest'
import { describePath } from './describe-path.ts'

test.each([
  ['lodash:4.17.21', 'lodash@4.17.21'],
  ['@scope/name:1.0.0', '@scope/name@1.0.0'],
  ['org.example:library:1.0', 'org.example:library@1.0'],
  ['openssl:1:1.1.1', 'openssl@1:1.1.1'],
  ['nameless', 'nameless'],
])('%s is shown as %s', (step, shown) => expect(describePath([step])).toEqual([shown]))
