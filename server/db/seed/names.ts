/**
 * Invented people and places. Any resemblance to a living person, a school, or a district is coincidental.
 */

export const FIRST_NAMES: readonly string[] = words(`
  Aaliyah Adaeze Aiko Alejandra Amara Amir Anika Anthony Arjun Ava Beatriz Benicio Brandon Caleb Camila
  Catalina Chidi Chloe Daniela Darius Declan Devika Diego Eduardo Elena Eleni Elijah Emiliano Emma Esperanza
  Ezra Farah Fatima Felix Gabriela Giulia Grace Hana Harper Hassan Hector Hiroshi Ibrahim Imani Ingrid
  Isabel Isaiah Jada Jasper Javier Jin Jonah Jordan Josefina Kahlil Kai Kamala Keanu Keisha Kenji Khadija
  Kofi Lakshmi Laila Leilani Leo Lian Liliana Linh Lucia Luis Maceo Malik Marisol Mateo Maya Mei Micah Mihai
  Minh Mireya Nadia Naomi Nasrin Nia Noah Noor Oksana Olivia Omar Paloma Parisa Pedro Priya Quinn Rafael
  Ravi Reyna Rosa Rowan Saanvi Samir Santiago Sasha Selena Shirin Simone Sofia Soren Tala Tavita Teresa Theo
  Thuy Tomas Valentina Vikram Wei Willow Ximena Yael Yusuf Zainab Zoe
`);

export const LAST_NAMES: readonly string[] = words(`
  Abernathy Acosta Adeyemi Aguilar Alvarado Amundsen Arroyo Bailey Balakrishnan Banerjee Barrios Beaumont
  Bello Bhatt Boateng Bui Cabrera Calloway Camacho Castellanos Chau Choi Coleman Contreras Dang Delacroix
  Desai Diallo Dominguez Eklund Ellison Escobar Espinoza Fairbanks Farhadi Ferreira Flores Fujimoto Galvan
  Ghorbani Gomez Grant Greene Haddad Hakimi Hall Hernandez Hoang Huerta Ibarra Ito Jansen Jimenez Joshi
  Kaplan Kapoor Kealoha Kim Kowalczyk Lara Larsen Le Lopez Luna Mahmoud Maldonado Mbeki McAllister Medina
  Mendoza Mensah Mercado Montoya Morales Moreau Murphy Nakamura Navarro Ngo Nwosu Ochoa Okafor Olsen Orozco
  Ortega Osei Padilla Palmer Park Patel Pham Popescu Quintero Ramos Reyes Rinaldi Rios Robinson Rosales
  Saito Salazar Sandoval Santos Serrano Shah Silva Singh Solis Suarez Tanaka Tesfaye Thao Toledo Tran
  Tuiasosopo Valdez Vang Vasquez Villanueva Walker Washington Whitaker Yamada Yang Zamora Zapata Zhang
  Zielinski
`);

/** Districts; the first part also names their offices. */
export const DISTRICTS = [
  'Redbark Valley Unified School District',
  'Quailhaven Elementary School District',
  'Mesa Alondra Unified School District',
  'Harrow Bay School District',
  'Tulebrook Union High School District',
  'Copperline Charter Schools',
  'Sagefield Unified School District',
  'Brightwater Ridge School District',
] as const;

export const SCHOOL_FIRST_WORDS = [
  'Lantern',
  'Kestrel',
  'Juniper',
  'Copper',
  'Willow',
  'Meadowlark',
  'Granite',
  'Poppy',
  'Heron',
  'Sycamore',
  'Bluebird',
  'Cedar',
  'Tidewater',
  'Foxglove',
  'Marigold',
  'Pinecone',
] as const;
export const SCHOOL_SECOND_WORDS = [
  'Oak',
  'Hill',
  'Creek',
  'Point',
  'Grove',
  'Canyon',
  'Field',
  'Landing',
] as const;
export const SCHOOL_KINDS = [
  'Elementary',
  'Elementary',
  'Elementary',
  'Middle School',
  'High School',
  'Academy',
] as const;

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
