import { useSession } from '../api/session.tsx'
import { texts } from '../texts.ts'

/** All that a visitor without a login sees. */
export function LoginNotice() {
  const { openLogin } = useSession()
  const { required, explanation, link, explanationEnd } = texts.login
  return (
    <section className="mx-auto grid max-w-lg gap-2 py-24 text-center">
      <h1 className="m-0 text-base font-semibold tracking-wide">{required}</h1>
      <p className="m-0 text-base text-soft">
        {explanation}{' '}
        <a
          href="#login"
          onClick={(event) => {
            event.preventDefault()
            openLogin()
          }}
          className="text-accent underline underline-offset-2"
        >
          {link}
        </a>{' '}
        {explanationEnd}
      </p>
    </section>
  )
}
