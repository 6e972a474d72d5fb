import type { FamilyLanguage } from '#domain/students/student-file.ts';
import type { clinical_codes, goal_options, plan_options } from '#server/db/schema/soap-options.ts';
import type { SeededService } from './catalog.ts';
import type { Random } from './random.ts';

type SeededOption = typeof goal_options.$inferSelect & typeof plan_options.$inferSelect;
type SeededCode = typeof clinical_codes.$inferSelect;

/** The organization's bank: templates for notes and goals. */
export interface SoapBank {
  goalOptions: SeededOption[];
  planOptions: SeededOption[];
  codes: SeededCode[];
}

type Words = readonly [text: string, spanish: string];

/** By the short name of the service. */
const GOALS: Record<string, readonly Words[]> = {
  SLP: [
    ['Produces /r/ in words with a clear model.', 'Produce la /r/ en palabras con un modelo claro.'],
    [
      'Answers "who", "what" and "where" questions about a short story.',
      'Responde preguntas sobre un cuento corto.',
    ],
    [
      'Takes three turns in a conversation on one topic.',
      'Toma tres turnos en una conversación sobre un tema.',
    ],
    [
      'Retells an event in order with at least four details.',
      'Vuelve a contar un suceso en orden con al menos cuatro detalles.',
    ],
  ],
  OT: [
    ['Cuts along a curved line within half a centimeter.', 'Corta sobre una línea curva con precisión.'],
    ['Writes own first and last name on the line.', 'Escribe su nombre y apellido sobre la línea.'],
    ['Fastens buttons and zippers without help.', 'Abrocha botones y cierres sin ayuda.'],
  ],
  SAI: [
    ['Reads a grade-level passage with 95% accuracy.', 'Lee un texto de su grado con 95% de precisión.'],
    ['Solves two-step word problems with a drawing.', 'Resuelve problemas de dos pasos con un dibujo.'],
    [
      'Writes a paragraph with a topic sentence and three facts.',
      'Escribe un párrafo con una oración principal y tres datos.',
    ],
  ],
  PT: [
    ['Climbs a flight of stairs with alternating feet.', 'Sube escaleras alternando los pies.'],
    ['Keeps balance on one foot for ten seconds.', 'Mantiene el equilibrio en un pie diez segundos.'],
  ],
  Counsel: [
    ['Names a feeling and a way to calm down.', 'Nombra un sentimiento y una forma de calmarse.'],
    [
      'Asks for a break with words before leaving a task.',
      'Pide un descanso con palabras antes de dejar una tarea.',
    ],
  ],
  Behavior: [
    [
      'Stays with a task for ten minutes with one reminder.',
      'Permanece en una tarea diez minutos con un recordatorio.',
    ],
    ['Moves between activities within two minutes.', 'Pasa de una actividad a otra en dos minutos.'],
  ],
};

const PLANS: readonly Words[] = [
  ['Continue with the current goals.', 'Continuar con las metas actuales.'],
  ['Fade prompts from model to verbal.', 'Reducir la ayuda de modelo a verbal.'],
  ['Send practice cards home.', 'Enviar tarjetas de práctica a casa.'],
  [
    'Raise the target after two more sessions at criterion.',
    'Subir la meta tras dos sesiones más con éxito.',
  ],
  ['Talk with the classroom teacher about carry-over.', 'Hablar con el maestro sobre la práctica en clase.'],
];

/** ICD-10-CM is public; these are common in schools. */
const DIAGNOSES: readonly (readonly [code: string, description: string, service: string | null])[] = [
  ['F80.0', 'Phonological disorder', 'SLP'],
  ['F80.1', 'Expressive language disorder', 'SLP'],
  ['F80.2', 'Mixed receptive-expressive language disorder', 'SLP'],
  ['F80.81', 'Childhood onset fluency disorder', 'SLP'],
  ['F80.82', 'Social pragmatic communication disorder', 'SLP'],
  ['R48.8', 'Other symbolic dysfunctions', 'SLP'],
  ['F82', 'Specific developmental disorder of motor function', 'OT'],
  ['R27.8', 'Other lack of coordination', 'OT'],
  ['R62.50', 'Unspecified lack of expected normal physiological development in childhood', 'OT'],
  ['R26.89', 'Other abnormalities of gait and mobility', 'PT'],
  ['M62.81', 'Muscle weakness (generalized)', 'PT'],
  ['G80.9', 'Cerebral palsy, unspecified', 'PT'],
  ['F81.0', 'Specific reading disorder', 'SAI'],
  ['F81.2', 'Mathematics disorder', 'SAI'],
  ['F81.81', 'Disorder of written expression', 'SAI'],
  ['F84.0', 'Autistic disorder', null],
  ['F90.2', 'Attention-deficit hyperactivity disorder, combined type', null],
];

/** Not real procedure codes: the real list is copyrighted, and organizations bring their own. */
const PROCEDURES = [
  ['SAMPLE-1', 'Sample: individual treatment', null],
  ['SAMPLE-2', 'Sample: group treatment', null],
  ['SAMPLE-3', 'Sample: evaluation', null],
] as const;

export function seedSoapBank(random: Random, services: readonly SeededService[]): SoapBank {
  const option = ([option_text, spanish]: Words, service: string | null): SeededOption => {
    const translations: Partial<Record<FamilyLanguage, string>> = { es: spanish };
    return {
      id: random.id(),
      option_text,
      service,
      translations,
      archived: false,
      deleted_at: null,
      version: 1,
    };
  };
  const serviceId = (short: string | null) =>
    services.find(({ short_name }) => short_name === short)?.id ?? null;
  const code =
    (kind: SeededCode['kind']) =>
    ([name, description, service]: readonly [string, string, string | null]): SeededCode => ({
      id: random.id(),
      kind,
      code: name,
      description,
      service: serviceId(service),
      is_sample: kind === 'cpt',
      archived: false,
      deleted_at: null,
      version: 1,
    });
  return {
    goalOptions: Object.entries(GOALS).flatMap(([short, texts]) =>
      texts.map((words) => option(words, serviceId(short))),
    ),
    planOptions: PLANS.map((words) => option(words, null)),
    codes: [...DIAGNOSES.map(code('dx')), ...PROCEDURES.map(code('cpt'))],
  };
}
