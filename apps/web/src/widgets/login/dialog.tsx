import type { AccessToken } from '@assay/contract/access-tokens.ts'
import { lazy, Suspense, useState } from 'react'
import { accessToken } from '../../api/access-token.ts'
import { loadPart } from '../../api/outage.ts'
import { useSession } from '../../api/session.tsx'
import { texts } from '../../messages/app.ts'
import { login as messages } from '../../messages/login.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ForgetForm } from './forget-form.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import type { View } from './fields.tsx'
import { languages } from '@assay/contract/languages.ts'
import { userMenu } from '../../messages/user-menu.ts'
import { pageLanguage } from '../../language/choice.ts'
import { language as current } from '../../language/language.ts'

/** Loaded only for logins with a second factor. */
const SecondStep = lazy(() =>
  loadPart(async () => ({ default: (await import('../second-factor/second-step.tsx')).SecondStep })),
)

export function LoginDialog() {
  const { state, challenge, logIn, closeLogin } = useSession()
  const [view, setView] = useState<View>('login')
  // Kept when the view changes or a session ends, so that it need not be typed twice.
  const [email, setEmail] = useState(state.status === 'member' ? state.user.email : '')
  const [setUpAs, setSetUpAs] = useState<AccessToken | null>(null)
  const shared = { email, onEmail: setEmail, onView: setView }
  const finish = () => (setUpAs === null ? closeLogin() : void logIn(setUpAs))
  const setUp = (response: AccessToken) => {
    // Recovery codes are shown to a member, who continues once they are saved.
    accessToken.set(response.token)
    setSetUpAs(response)
  }
  if (challenge !== null) {
    return (
      <Dialog title={challenge.mustSetUp ? messages.setUp : messages.secondStep} isOpen onOpenChange={finish}>
        <Suspense fallback={<Spinner label={texts.loading} />}>
          <SecondStep challenge={challenge} isSetUp={setUpAs !== null} onSetUp={setUp} onDone={finish} />
        </Suspense>
      </Dialog>
    )
  }
  return (
    <Dialog title={titles[view]} isOpen onOpenChange={closeLogin}>
      {view === 'login' && <LoginForm {...shared} />}
      {view === 'forget' && <ForgetForm {...shared} />}
      {view === 'register' && <RegisterForm {...shared} />}
      <PageLanguage />
    </Dialog>
  )
}

const titles = { login: messages.title, forget: messages.forget.title, register: messages.register.title }

/** The language before a login, kept in a cookie. Reloads the page in it. */
const PageLanguage = () => (
  <nav aria-label={userMenu.language} className="flex gap-3 border-t border-line pt-3 text-xs text-soft">
    {languages.map((each) => (
      <button
        key={each}
        type="button"
        lang={each}
        aria-pressed={each === current}
        onClick={() => pageLanguage.choose(each)}
        className="cursor-pointer rounded-sm hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
      >
        {userMenu.languages[each]}
      </button>
    ))}
  </nav>
)
