import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { texts } from '../../messages/app.ts'
import { useLinks } from './use-links.ts'

const year = new Date().getFullYear()

const item = 'text-soft underline-offset-2 hover:text-ink hover:underline'

export function Footer() {
  const { contact } = useLinks()
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 py-4 text-xs text-soft">
        <span>{texts.footer.copyright(year)}</span>
        <Link to={paths.terms} className={item}>
          {texts.footer.terms}
        </Link>
        <Link to={paths.privacy} className={item}>
          {texts.footer.privacy}
        </Link>
        <a href={contact} className={item}>
          {texts.footer.contact}
        </a>
      </div>
    </footer>
  )
}
