import { languages } from '@assay/contract/languages.ts'
import { userMenu as messages } from '../../messages/user-menu.ts'
import { pageLanguage } from '../../language/choice.ts'
import { language as current } from '../../language/language.ts'

/** The language before a login, kept in a cookie. Reloads the page in it. */
export const PageLanguage = () => (
  <nav aria-label={messages.language} className="flex gap-3 border-t border-line pt-3 text-xs text-soft">
    {languages.map((each) => (
      <button
        key={each}
        type="button"
        lang={each}
        aria-pressed={each === current}
        onClick={() => pageLanguage.choose(each)}
        className="cursor-pointer rounded-sm hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
      >
        {messages.languages[each]}
      </button>
    ))}
  </nav>
)
