import { Button as AriaButton, type ButtonProps } from 'react-aria-components'

const looks = {
  primary: 'bg-accent text-accent-ink hover:brightness-110',
  plain: 'border border-line bg-raised text-ink hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-ink',
} as const

interface Props extends Omit<ButtonProps, 'className' | 'style'> {
  look?: keyof typeof looks
}

export function Button({ look = 'plain', ...props }: Props) {
  return (
    <AriaButton
      {...props}
      className={`h-8 cursor-pointer rounded-md px-3 text-sm font-medium transition-colors disabled:cursor-default disabled:opacity-50 ${looks[look]}`}
    />
  )
}
