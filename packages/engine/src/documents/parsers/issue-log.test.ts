import { expect, test } from 'vitest'
import { issueLog } from './issue-log.ts'
import { maxIssues } from './limits.ts'

const unread = { code: 'file-missing', message: 'The file is missing.', where: 'a.txt' }

test('issues are listed up to the limit, then counted', () => {
  const log = issueLog('bom.json')
  for (let number = 0; number < maxIssues; number++) log.add('odd', `Number ${number}`, 'bom.json')
  expect(log.all()).toHaveLength(maxIssues)
  log.add('odd', 'One more', 'bom.json')
  expect(log.all()).toHaveLength(maxIssues + 1)
  expect(log.all().at(-1)).toMatchObject({
    code: 'issues-omitted',
    message: expect.stringMatching(/^1 more/),
  })
})

test.each(['addUnread', 'addUncovered'] as const)('so are those of %s', (add) => {
  const log = issueLog('requirements.txt')
  for (let number = 0; number < 3 * maxIssues; number++) {
    if (add === 'addUnread') log.addUnread({ ...unread, where: `${number}.txt` })
    else log.addUncovered('no-version', 'It has no version.', `line ${number}`)
  }
  expect(log.all()).toHaveLength(maxIssues + 1)
  expect(log.all().at(-1)!.message).toMatch(/^2000 more/)
})

test('an unread file is never displaced by other issues, nor an uncovered package by issues of no effect', () => {
  const log = issueLog('requirements.txt')
  for (let number = 0; number < 2 * maxIssues; number++) log.add('odd', `Number ${number}`, 'bom.json')
  for (let number = 0; number < maxIssues; number++) log.addUncovered('no-version', 'It has no version.', '')
  log.addUnread(unread)
  const all = log.all()
  expect(all[0]).toEqual({ ...unread, isUnread: true })
  expect(all.filter(({ isUncovered }) => isUncovered)).toHaveLength(maxIssues - 1)
  expect(all).toHaveLength(maxIssues + 1)
})
