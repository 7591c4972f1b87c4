import { ApiError } from '@assay/sdk/api-error.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { describe, expect, it } from 'vitest'
import { CommandError, describeFailure, exitCodes, exitCodeOfScan } from './exit-codes.ts'

const minimums = { security: 90, stability: 80, licensing: 95 }
const measured = { security: true, stability: true, licensing: true }
const verdict = { scores: minimums, minimumScores: minimums, measured, issues: [], incomplete: null }

describe('exitCodeOfScan', () => {
  it.each([
    [{ security: 90, stability: 80, licensing: 95 }, 0],
    [{ security: 89, stability: 80, licensing: 95 }, 1],
    [{ security: 90, stability: 79, licensing: 95 }, 2],
    [{ security: 90, stability: 80, licensing: 94 }, 4],
    [{ security: 0, stability: 100, licensing: 0 }, 5],
    [{ security: 0, stability: 0, licensing: 0 }, 7],
  ])('returns the mask of scores below their minimum: %j is %i', (scores, code) => {
    expect(exitCodeOfScan({ ...verdict, scores })).toBe(code)
  })

  it.each(domains)('ignores a score of %s that was not measured', (domain) => {
    const scores = { ...minimums, [domain]: 0 }
    expect(exitCodeOfScan({ ...verdict, scores, measured: { ...measured, [domain]: false } })).toBe(0)
    expect(exitCodeOfScan({ ...verdict, scores })).not.toBe(0)
  })

  it('adds 32 if a policy rule fails the scan', () => {
    expect(exitCodeOfScan({ ...verdict, isFailedByRule: true })).toBe(32)
    expect(exitCodeOfScan({ ...verdict, scores: { ...minimums, security: 0 }, isFailedByRule: true })).toBe(
      33,
    )
  })

  it('adds 8 if a file was not read or the scan is to be complete', () => {
    const issues = [{ code: 'json-invalid', message: '', where: '', isUnread: true as const }]
    expect(exitCodeOfScan({ ...verdict, issues })).toBe(8)
    expect(exitCodeOfScan({ ...verdict, incomplete: '1 of 2 packages checked' })).toBe(8)
    expect(exitCodeOfScan({ ...verdict, issues, incomplete: '1 of 2 packages checked' })).toBe(8)
  })
})

describe('describeFailure', () => {
  const rejection = (status: number, message: string) =>
    new ApiError(status, { errorType: 'internal', message })

  it.each([
    [401, exitCodes.unauthorized],
    [403, exitCodes.unauthorized],
    [402, exitCodes.planLimit],
    [409, exitCodes.alreadyRunning],
    [400, exitCodes.unsupported],
    [0, exitCodes.configuration],
    [500, exitCodes.analysisFailed],
  ])('maps status %i to %i', (status, code) => {
    expect(describeFailure(rejection(status, 'No')).code).toBe(code)
  })

  it("includes the server's message, and how to log in where that helps", () => {
    expect(describeFailure(rejection(403, 'Unauthorized')).message).toBe('Unauthorized.')
    expect(describeFailure(rejection(401, 'Login required')).message).toMatch(
      /^Login required\. Log in with 'assay login'/,
    )
  })

  it('keeps the code of a command', () => {
    const failure = describeFailure(new CommandError(exitCodes.noProject, 'Give a url.'))
    expect(failure).toMatchObject({ code: -7, message: 'Give a url.' })
  })

  it('reports a configuration error for a file that cannot be written', () => {
    const error = Object.assign(new Error('ENOENT: no such file'), { syscall: 'open' })
    expect(describeFailure(error).code).toBe(exitCodes.configuration)
  })
})
