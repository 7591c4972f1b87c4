import { expect, test } from 'vitest'
import { shortId } from './fixes.tsx'

test.each([
  ['CVE-2021-44228', 'CVE-2021-44228'],
  ['CWE-79', 'CWE-79'],
  ['1f0a2b3c-7d7e-4a87-9a0f-0c8f5ad2f9c1', 'MET-1f0a2b3c'],
  ['nohyphen', 'MET-nohyphen'],
])('%s is shown as %s', (id, shown) => expect(shortId(id)).toBe(shown))
