import { createAssayClient } from '@assay/sdk/client.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { TestClient, TestMember, TestServer } from './test-server.ts'

/** Of every member with a password in tests. */
export const testPassword = 'a password of some length'

/** Gives the member the password that tests log in by. */
export async function setPassword({ db }: TestServer, { uuid }: TestMember): Promise<void> {
  const password_hash = await hashPassword(testPassword)
  await db.updateTable('member').set({ password_hash }).where('uuid', '=', uuid).execute()
}

export const logIn = ({ anonymous }: TestServer, { email }: { email: string }) =>
  anonymous.credentials.login({ body: { email, password: testPassword } })

export const sessionOf = ({ url }: TestServer, token: string): TestClient =>
  createAssayClient({ baseUrl: url, authorization: () => `Bearer ${token}` })
