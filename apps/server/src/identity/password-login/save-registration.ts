import type { Language } from '@assay/contract/languages.ts'
import type { AppContext } from '#context.ts'
import { lockAddress } from '#accounts/members/address-store.ts'
import { sealText } from '#platform/secrets/sealed.ts'
import { linkPurpose, type NewRegistration } from './register.ts'
import { consumeRegistrations, insertRegistration } from './registration-store.ts'
import { verifyAddressJob } from './verify-address-job.ts'

/** Stores a registration, which replaces earlier ones of the address, and queues its email. */
export async function saveRegistration(
  { db, queue, vault }: Pick<AppContext, 'db' | 'queue' | 'vault'>,
  { row, token }: NewRegistration,
  language: Language | null,
): Promise<void> {
  const { uuid: registrationUuid, email, expiresAt } = row
  const sealed = sealText(vault, token, linkPurpose(registrationUuid))
  await db.transaction().execute(async (tx) => {
    await lockAddress(tx, email)
    await consumeRegistrations(tx, email)
    await insertRegistration(tx, row)
    const payload = { registrationUuid, email, token: sealed, language, expiresAt: expiresAt.getTime() }
    await queue.send(tx, verifyAddressJob, payload)
  })
}
