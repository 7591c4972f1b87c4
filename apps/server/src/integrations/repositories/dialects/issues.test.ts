import { expect, test } from 'vitest'
import { issueDialectOf } from './issues.ts'

const issues = {
  github: (url: string) => ({
    number: 1,
    html_url: url,
    state: 'open',
    repository_url: 'https://api.example.org/repos/acme/app',
  }),
  gitlab: (url: string) => ({
    iid: 1,
    web_url: url,
    state: 'opened',
    references: { full: 'acme/app#1' },
  }),
}

test.each(['github', 'gitlab'] as const)(
  'the address of an issue at %s is that of its web page',
  (service) => {
    const read = (url: string) => issueDialectOf({ service }).read(issues[service](url))
    expect(read('https://example.org/acme/app/issues/1')).toMatchObject({
      key: 'acme/app#1',
      url: 'https://example.org/acme/app/issues/1',
    })
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//example.org', ''])
      expect(read(url)).toBeNull()
  },
)
