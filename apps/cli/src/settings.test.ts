import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { statSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetToken, saveToken, readSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = folderOfTest()
})

const read = (more: Record<string, string> = {}) =>
  readSettings({ XDG_CONFIG_HOME: folder, ...more }, '1.2.3')
const credentials = { url: 'https://assay.example.org', token: 'secret', accountUuid: 'a', tokenUuid: 't' }

describe('readSettings', () => {
  it('has a default', () => {
    expect(read()).toMatchObject({ url: 'http://127.0.0.1:8800', token: undefined, credentials: null })
  })

  it('uses the stored login', () => {
    saveToken(read(), credentials)
    expect(read()).toMatchObject({ url: credentials.url, token: 'secret' })
  })

  it('sends a stored token to no other server', () => {
    saveToken(read(), credentials)
    expect(read({ ASSAY_URL: 'https://other.example.org' }).token).toBeUndefined()
    expect(read({ ASSAY_URL: 'https://assay.example.org/' }).token).toBe('secret')
  })

  it('prefers environment variables', () => {
    saveToken(read(), credentials)
    expect(read({ ASSAY_TOKEN: 'mine' }).token).toBe('mine')
  })

  it('rejects an invalid address', () => {
    expect(() => read({ ASSAY_URL: 'assay.example.org' })).toThrow("'assay.example.org' is not the address")
  })

  it('ignores a file that is not JSON', () => {
    saveToken(read(), credentials)
    writeFileSync(read().credentialsPath, 'x')
    expect(read().credentials).toBeNull()
  })
})

describe('saveToken', () => {
  it('writes with mode 0600, also over an existing file', () => {
    saveToken(read(), credentials)
    writeFileSync(read().credentialsPath, 'x', { mode: 0o644 })
    saveToken(read(), credentials)
    expect(statSync(read().credentialsPath).mode & 0o777).toBe(0o600)
  })

  it('is reverted by forgetToken', () => {
    saveToken(read(), credentials)
    forgetToken(read())
    expect(read().credentials).toBeNull()
  })
})
