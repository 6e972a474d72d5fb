import type { FamilyLanguage } from '#domain/students/student-file.ts';

/** The texts around a note printed for a family, in the family's language. Days and numbers come formatted. */
export interface FamilyWords {
  title: (name: string) => string;
  session: (name: string, day: string, provider: string) => string;
  result: (name: string, correct: number, trials: number) => string;
  /** A goal that was worked on without counting. */
  practiced: string;
  /** The heading of the plan. */
  next: string;
  /** Shown if there is no result of any goal. */
  nothing: string;
}

/** Right to left. */
export const isRightToLeft = (language: FamilyLanguage) => language === 'ar' || language === 'fa';

/** "10 de marzo de 2026": the day as the family writes it, in the calendar of the school. */
export function familyDay(day: string, language: FamilyLanguage): string {
  const locale = `${language === 'tl' ? 'fil' : language}-u-ca-gregory`;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

function digits(number: number, language: FamilyLanguage): string {
  return new Intl.NumberFormat(language).format(number);
}

/** No sentence depends on whether the student is a girl or a boy. */
export const FAMILY_WORDS: Record<FamilyLanguage, FamilyWords> = {
  en: {
    title: (name) => `What ${name} worked on`,
    session: (name, day, provider) => `${name} had a session with ${provider} on ${day}.`,
    result: (name, correct, trials) =>
      `${name} got ${correct} of ${trials} ${trials === 1 ? 'try' : 'tries'} right.`,
    practiced: 'We practiced this without counting tries.',
    next: 'Next steps',
    nothing: "We didn't count results in this session.",
  },
  es: {
    title: (name) => `En qué trabajó ${name}`,
    session: (name, day, provider) => `${name} tuvo una sesión con ${provider} el ${day}.`,
    result: (name, correct, trials) =>
      `${name} acertó en ${correct} de ${trials} ${trials === 1 ? 'intento' : 'intentos'}.`,
    practiced: 'Practicamos esto sin contar los intentos.',
    next: 'Próximos pasos',
    nothing: 'En esta sesión no contamos resultados.',
  },
  zh: {
    title: (name) => `${name} 的练习内容`,
    session: (name, day, provider) => `${name} 于${day}参加了由 ${provider} 指导的课程。`,
    result: (name, correct, trials) => `${name} 在 ${trials} 次尝试中做对了 ${correct} 次。`,
    practiced: '我们练习了这一项，没有计算次数。',
    next: '下一步',
    nothing: '本次课程没有统计结果。',
  },
  vi: {
    title: (name) => `${name} đã luyện tập những gì`,
    session: (name, day, provider) => `${name} đã có một buổi học với ${provider} vào ngày ${day}.`,
    result: (name, correct, trials) => `${name} làm đúng ${correct} trong ${trials} lần thử.`,
    practiced: 'Chúng tôi đã luyện tập mục tiêu này mà không đếm số lần.',
    next: 'Các bước tiếp theo',
    nothing: 'Chúng tôi không ghi kết quả trong buổi học này.',
  },
  tl: {
    title: (name) => `Ang mga pinagsanayan ni ${name}`,
    session: (name, day, provider) => `Nagkaroon si ${name} ng sesyon kasama si ${provider} noong ${day}.`,
    result: (name, correct, trials) => `Tama ang ${correct} sa ${trials} na subok ni ${name}.`,
    practiced: 'Pinagsanayan namin ito nang hindi binibilang ang mga subok.',
    next: 'Mga susunod na hakbang',
    nothing: 'Wala kaming binilang na resulta sa sesyong ito.',
  },
  ko: {
    title: (name) => `${name} 학생이 연습한 내용`,
    session: (name, day, provider) => `${name} 학생은 ${day}에 ${provider} 선생님과 수업을 했습니다.`,
    result: (name, correct, trials) => `${name} 학생은 ${trials}번 시도 중 ${correct}번 성공했습니다.`,
    practiced: '횟수를 세지 않고 연습했습니다.',
    next: '다음 단계',
    nothing: '이번 수업에서는 결과를 집계하지 않았습니다.',
  },
  hy: {
    title: (name) => `${name}․ ինչի վրա ենք աշխատել`,
    session: (name, day, provider) => `${name}․ պարապմունքը կայացել է ${day}, մասնագետն էր ${provider}։`,
    result: (_, correct, trials) => `Ճիշտ էր ${trials} փորձից ${correct}${correct === 0 ? '-ն' : '-ը'}։`,
    practiced: 'Սա վարժեցինք՝ առանց փորձերը հաշվելու։',
    next: 'Հաջորդ քայլերը',
    nothing: 'Այս պարապմունքին արդյունքներ չենք հաշվել։',
  },
  ar: {
    title: (name) => `ما عملنا عليه مع ${name}`,
    session: (name, day, provider) => `عُقدت جلسة ${name} مع ${provider} بتاريخ ${day}.`,
    result: (_, correct, trials) => `عدد المحاولات الصحيحة هو ${correct} من ${trials}.`,
    practiced: 'تدرّبنا على هذا الهدف دون عدّ المحاولات.',
    next: 'الخطوات التالية',
    nothing: 'لم نسجّل نتائج في هذه الجلسة.',
  },
  ru: {
    title: (name) => `${name}: над чем мы работали`,
    session: (_, day, provider) => `Занятие состоялось ${day}, его вёл специалист ${provider}.`,
    result: (_, correct, trials) =>
      `Правильно выполнено ${correct} из ${trials} ${
        new Intl.PluralRules('ru').select(trials) === 'one' ? 'попытки' : 'попыток'
      }.`,
    practiced: 'Мы отрабатывали эту цель, не считая попыток.',
    next: 'Следующие шаги',
    nothing: 'На этом занятии результаты не подсчитывались.',
  },
  fa: {
    title: (name) => `آنچه ${name} تمرین کرد`,
    session: (name, day, provider) => `${name} در ${day} با ${provider} جلسه داشت.`,
    result: (name, correct, trials) =>
      `${name} از ${digits(trials, 'fa')} تلاش، ${digits(correct, 'fa')} بار پاسخ درست داد.`,
    practiced: 'این هدف را بدون شمردن تلاش‌ها تمرین کردیم.',
    next: 'گام‌های بعدی',
    nothing: 'در این جلسه نتیجه‌ای شمرده نشد.',
  },
};
