import { Language, languages } from '@assay/contract/languages.ts'
import { api } from '../../../api/client.ts'
import { useSession } from '../../../api/session.tsx'
import { settings } from '../../../messages/settings.ts'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

const messages = settings.security.profile
const sameAsBrowser = ''

/** Reloads the page in the selected language. */
export function ChooseLanguage() {
  const { language } = useUser()
  const { reload } = useSession()
  const { mutate } = useMutationWithToast(async (value: string) => {
    await api.users.update({ body: { language: Language.safeParse(value).data ?? null } })
    await reload()
  })
  return (
    <CompactSelect
      label={messages.language}
      isLabelHidden
      value={language ?? sameAsBrowser}
      options={[
        { value: sameAsBrowser, label: messages.sameAsBrowser },
        ...languages.map((each) => ({ value: each, label: messages.languages[each] })),
      ]}
      onChange={mutate}
    />
  )
}
