import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })
const member = forAllTests(() => server.newAccount())

describe('GET /admin/core/languages', () => {
  test('lists each language once, per scan tool', async () => {
    const languages = await member.api.referenceData.languages({})
    expect(languages).toEqual(expect.arrayContaining(['java', 'nodejs', 'python', 'golang', 'debian']))
    expect(new Set(languages).size).toBe(languages.length)
    for (const tool of ['bossc', ''])
      expect(await member.api.referenceData.languages({ query: { tool } })).toEqual(languages)
    expect(await member.api.referenceData.languages({ query: { tool: 'isaac' } })).toEqual(
      expect.arrayContaining(['terraform', 'dockerfile', 'kubernetes', 'github-actions']),
    )
    expect(await member.api.referenceData.languages({ query: { tool: 'other' } })).toEqual([])
  })
})

describe('GET /componentpedia/supported_languages', () => {
  test('lists languages whose components have a registry page', async () => {
    const languages = await member.api.referenceData.componentLanguages({})
    expect(languages).toEqual(expect.arrayContaining(['java', 'nodejs']))
    for (const language of languages) {
      const urls = ['a', 'a:b', 'a|b'].map(async (name) => {
        const params = { language, name, version: '1.0.0' }
        return (await member.api.components.registryWebUrl({ params })).url
      })
      expect((await Promise.all(urls)).find((url) => url?.startsWith('https:'))).toBeDefined()
    }
  })
})

describe('GET /admin/core/scopes', () => {
  test('lists the scopes of reports', async () => {
    expect(await member.api.referenceData.scopes({})).toEqual(
      'root compile runtime test provided system imports api implementation'.split(' '),
    )
    await expect(server.anonymous.referenceData.scopes({})).rejects.toMatchObject({ status: 401 })
  })
})
