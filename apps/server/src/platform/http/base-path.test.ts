import { expect, test } from 'vitest'
import { withoutBasePath } from './base-path.ts'

test.each([
  ['/assay/projects?a=1', '/assay', '/projects?a=1'],
  ['/assay', '/assay', '/'],
  ['/assay?login=x', '/assay', '/?login=x'],
  ['/assay/', '/assay', '/'],
  ['/projects', '/assay', '/projects'],
  ['/assayer', '/assay', '/assayer'],
  ['/healthz', '/tools/assay', '/healthz'],
  ['/tools/assay/api/v1/site', '/tools/assay', '/api/v1/site'],
  ['/assay/assay', '/assay', '/assay'],
  ['/assay', '', '/assay'],
])('takes %s below "%s" for %s', (url, basePath, expected) => {
  expect(withoutBasePath(url, basePath)).toBe(expected)
})
