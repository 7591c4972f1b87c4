import type { PublicConfig } from '@assay/contract/public-config.ts'
import { login as messages } from '../../messages/login.ts'
import { Button } from '../../ui/button.tsx'
import { canUsePasskeys } from '../sign-on/passkeys.ts'
import { providersOf, signOnAt } from '../sign-on/sign-on.ts'
import { PasskeyLogin } from '../sign-on/passkey-login.tsx'

/** Login methods besides the password, depending on installation and browser. */
export function OtherLoginMethods({ site }: { site: PublicConfig | undefined }) {
  const providers = providersOf(site)
  const hasPasskeys = canUsePasskeys()
  if (providers.length === 0 && !hasPasskeys) return null
  return (
    <div className="grid gap-2">
      <p className="m-0 mb-2 flex items-center gap-3 text-xs text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {messages.or}
      </p>
      {providers.map((provider) => (
        <Button key={provider.id} onPress={() => signOnAt(provider)}>
          {messages.provider(provider.name)}
        </Button>
      ))}
      {hasPasskeys && <PasskeyLogin isOffered />}
    </div>
  )
}
