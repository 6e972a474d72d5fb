import type { FamilyLanguage } from '#domain/students/student-file.ts';

/** The texts around a note printed for a family, in the family's language. */
export interface FamilyWords {
  title: (name: string) => string;
  session: (day: string, provider: string) => string;
  result: (correct: number, trials: number) => string;
  /** The heading of the plan. */
  next: string;
  /** Shown if no goal was counted. */
  nothing: string;
}

export const FAMILY_WORDS: Record<FamilyLanguage, FamilyWords> = {
  en: {
    title: (name) => `What ${name} worked on`,
    session: (day, provider) => `Session on ${day} with ${provider}`,
    result: (correct, trials) => `Correct in ${correct} of ${trials} tries.`,
    next: 'Next steps',
    nothing: 'We did not count results in this session.',
  },
  es: {
    title: (name) => `En qué trabajó ${name}`,
    session: (day, provider) => `Sesión del ${day} con ${provider}`,
    result: (correct, trials) => `Correcto en ${correct} de ${trials} intentos.`,
    next: 'Próximos pasos',
    nothing: 'En esta sesión no contamos resultados.',
  },
  zh: {
    title: (name) => `${name} 的练习内容`,
    session: (day, provider) => `${day} 的课程，由 ${provider} 指导`,
    result: (correct, trials) => `${trials} 次尝试中正确 ${correct} 次。`,
    next: '下一步',
    nothing: '本次课程没有统计结果。',
  },
  vi: {
    title: (name) => `${name} đã luyện tập những gì`,
    session: (day, provider) => `Buổi học ngày ${day} với ${provider}`,
    result: (correct, trials) => `Đúng ${correct} trong ${trials} lần thử.`,
    next: 'Các bước tiếp theo',
    nothing: 'Buổi học này không ghi kết quả.',
  },
  tl: {
    title: (name) => `Ang pinagtrabahuhan ni ${name}`,
    session: (day, provider) => `Sesyon noong ${day} kasama si ${provider}`,
    result: (correct, trials) => `Tama sa ${correct} sa ${trials} na subok.`,
    next: 'Mga susunod na hakbang',
    nothing: 'Walang binilang na resulta sa sesyong ito.',
  },
  ko: {
    title: (name) => `${name} 학생이 연습한 내용`,
    session: (day, provider) => `${day} 수업, 담당: ${provider}`,
    result: (correct, trials) => `${trials}번 시도 중 ${correct}번 정답입니다.`,
    next: '다음 단계',
    nothing: '이번 수업에서는 결과를 집계하지 않았습니다.',
  },
  hy: {
    title: (name) => `${name}․ ինչի վրա ենք աշխատել`,
    session: (day, provider) => `Պարապմունք՝ ${day}, մասնագետ՝ ${provider}`,
    result: (correct, trials) => `Ճիշտ է ${trials} փորձից ${correct}-ը։`,
    next: 'Հաջորդ քայլերը',
    nothing: 'Այս պարապմունքին արդյունքներ չենք հաշվել։',
  },
  ar: {
    title: (name) => `ما تدرّب عليه ${name}`,
    session: (day, provider) => `جلسة بتاريخ ${day} مع ${provider}`,
    result: (correct, trials) => `إجابات صحيحة: ${correct} من ${trials} محاولات.`,
    next: 'الخطوات التالية',
    nothing: 'لم نسجّل نتائج في هذه الجلسة.',
  },
  ru: {
    title: (name) => `${name}: над чем мы работали`,
    session: (day, provider) => `Занятие ${day}, специалист: ${provider}`,
    result: (correct, trials) => `Правильно ${correct} из ${trials} попыток.`,
    next: 'Следующие шаги',
    nothing: 'На этом занятии результаты не подсчитывались.',
  },
  fa: {
    title: (name) => `آنچه ${name} تمرین کرد`,
    session: (day, provider) => `جلسهٔ ${day} با ${provider}`,
    result: (correct, trials) => `${correct} پاسخ درست از ${trials} تلاش.`,
    next: 'گام‌های بعدی',
    nothing: 'در این جلسه نتیجه‌ای شمرده نشد.',
  },
};
