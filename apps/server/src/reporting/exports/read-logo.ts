import { z } from 'zod'
import { findProperty } from '#accounts/properties/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { logoImage } from './logo-image.ts'

/** The account's property 'logo': `{ "image": "data:image/png;base64,…" }`, PNG or JPEG. */
const Logo = z.object({ image: z.string().regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/) })

/** null if not set or not a usable PNG or JPEG. */
export async function readLogo(db: Database, scope: Scope): Promise<Uint8Array | null> {
  const owner = { ownerUuid: scope.accountUuid, name: 'logo' }
  const logo = Logo.safeParse(await findProperty(db, scope, owner))
  if (!logo.success) return null
  return logoImage(Buffer.from(logo.data.image.split(',', 2)[1] ?? '', 'base64'))
}
