import { expect, test } from 'vitest'
import { isPromptTruncated } from './answer-question.ts'

const ollamaDefault = 4096
const counted = (characters: number, limit = Infinity, charactersPerToken = 4) => ({
  characters,
  tokens: Math.min(Math.ceil(characters / charactersPerToken), limit),
  hasTools: true,
})

test.each([3, 4, 5])('a whole prompt of %d characters per token is not reported', (charactersPerToken) => {
  const first = counted(9000, Infinity, charactersPerToken)
  expect(isPromptTruncated(first, null)).toBe(false)
  expect(isPromptTruncated(counted(43_000, Infinity, charactersPerToken), first)).toBe(false)
})

test('a long prompt with too few tokens counts as truncated', () => {
  expect(isPromptTruncated(counted(43_000, ollamaDefault), null)).toBe(true)
})

test('a prompt that grows while its tokens do not counts as truncated', () => {
  const first = counted(16_000, ollamaDefault)
  expect(isPromptTruncated(first, null)).toBe(false)
  expect(isPromptTruncated(counted(20_000, ollamaDefault), first)).toBe(true)
})

test('a last prompt without tools may have fewer tokens', () => {
  const last = { ...counted(12_500, Infinity, 5), hasTools: false }
  expect(isPromptTruncated(last, counted(12_000))).toBe(false)
})
