import { authenticationDelayMs } from '../../api/login-steps.ts'
import { useSession } from '../../api/session.tsx'
import { loginNotice } from '../../messages/login-notice.ts'
import { providersOf, signOnAt } from '../sign-on/sign-on.ts'
import { usePublicConfig } from '../sign-on/use-public-config.ts'

/** Shown to visitors without a login. */
export function LoginNotice() {
  const { openLogin } = useSession()
  const [provider, ...others] = providersOf(usePublicConfig())
  // With one provider its login opens directly; with several, our dialog offers a choice.
  const onlyProvider = others.length === 0 ? provider : undefined
  const { required, explanation, link, explanationEnd, leads, otherMethods } = loginNotice
  const follow = () =>
    onlyProvider === undefined
      ? openLogin()
      : void setTimeout(() => signOnAt(onlyProvider), authenticationDelayMs)
  return (
    <section className="mx-auto grid max-w-lg gap-2 py-24 text-center">
      <h1 className="m-0 text-base font-semibold tracking-wide">{required}</h1>
      <p className="m-0 text-base text-soft">
        {explanation} <LoginLink onFollow={follow}>{link}</LoginLink> {explanationEnd}
      </p>
      {onlyProvider !== undefined && (
        <p className="m-0 text-base text-soft">
          {leads(onlyProvider.name)} <LoginLink onFollow={openLogin}>{otherMethods}</LoginLink>
        </p>
      )}
    </section>
  )
}

const LoginLink = ({ onFollow, children }: { onFollow: () => void; children: string }) => (
  <a
    href="#login"
    onClick={(event) => {
      event.preventDefault()
      onFollow()
    }}
    className="text-accent underline underline-offset-2"
  >
    {children}
  </a>
)
