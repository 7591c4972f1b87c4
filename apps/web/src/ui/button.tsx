import { Button as AriaButton, type ButtonProps } from 'react-aria-components'

const looks = {
  primary: 'bg-accent text-accent-ink hover:brightness-110',
  plain: 'border border-line bg-raised text-ink hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
  link: 'text-accent underline underline-offset-2 hover:no-underline',
} as const

interface Props extends Omit<ButtonProps, 'className' | 'style'> {
  look?: keyof typeof looks
}

export function Button({ look = 'plain', ...props }: Props) {
  const size = look === 'link' ? '' : 'h-8 rounded-md px-3'
  return (
    <AriaButton
      {...props}
      className={`${size} cursor-pointer text-sm font-medium transition-colors disabled:cursor-default disabled:opacity-50 ${looks[look]}`}
    />
  )
}
