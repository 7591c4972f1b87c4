import { Language, languages } from '@assay/contract/languages.ts'
import type { User } from '@assay/contract/users.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { pageLanguage } from '../../language/choice.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { userMenu as messages } from '../../messages/user-menu.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'

const sameAsBrowser = ''

/** The member's language. Reloads the page in it. */
export function ChooseLanguage({ user }: { user: User }) {
  const { reload } = useSession()
  const { mutate } = useMutation({
    mutationFn: async (value: string) => {
      pageLanguage.clear()
      await api.users.update({ body: { language: Language.safeParse(value).data ?? null } })
      await reload()
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <CompactSelect
      label={messages.language}
      isLabelHidden
      value={user.language ?? sameAsBrowser}
      options={[
        { value: sameAsBrowser, label: messages.sameAsBrowser },
        ...languages.map((each) => ({ value: each, label: messages.languages[each] })),
      ]}
      onChange={mutate}
    />
  )
}
