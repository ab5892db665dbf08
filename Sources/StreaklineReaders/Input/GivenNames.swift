/// First names that are common somewhere. A line of nothing but a word is a name for sure when it is one of
/// them; other names are known by what is beside them.
enum GivenNames {
  /// Whether a name starts with a common first name: `Ada`, `Ana Ruiz`.
  static func starts(_ name: String) -> Bool {
    let first = name.lowercased().prefix { $0.isLetter }
    return names.contains(String(first))
  }

  // Words that are also said of a result or of a day (`Grace`, `Joy`, `Hope`, `Rose`, `Summer`) are not here.
  private static let names = Set(
    """
    aaron abby abdul abigail abraham ada adam adele adrian adriana agata agnes agnieszka ahmed aidan aileen
    aisha akira alan alba albert alberto alejandra alejandro aleksandra alessandra alessandro alessia alex alexa
    alexander alexandra alexandre alexis alfred alfredo alice alicia alina alison allan allison alma alvaro
    amanda amelia amelie amina amir amit amy ana anastasia anders andre andrea andreas andrej andres andrew
    andrzej andy angela angelica anika anita anja ann anna anne annette annie annika anthony antoine anton antonia
    antonio anya archie ariana arianna arjun arthur arturo asha ashley astrid aurora ava axel ayesha barbara
    barry beatrice beatriz becky bella ben benedict benjamin bernard bernd bert beth betty bianca bill billy
    bjorn bo bob bobby boris brad bradley brandon brenda brendan brian bridget britta bruce bruno bryan caleb
    callum cameron camila camille carina carl carla carlo carlos carmen carol carolina caroline carolyn carrie
    cassie catarina cath catherine cathy cecilia cedric celia celine charles charlie charlotte chiara chloe
    chris christa christian christina christine christoph christopher cindy claire clara clarissa claude claudia
    claudio clement colin connor conor corinne craig cristina curtis cynthia dad damian damien dan dana daniel
    daniela danielle danny daria darius darren dave david davide dean debbie deborah declan deepa deepak
    delphine denis denise dennis derek diana diane diego dieter dimitri dirk dmitri dom dominic dominik
    dominique don donald donna doris dorothea dorothy doug douglas duncan dylan ed eddie edgar edith eduardo
    edward edwin eileen elaine eleanor elena eleni eli elias elif elisa elisabeth elise elizabeth ella ellen
    ellie elliot eloise elsa emanuel emil emilia emilie emily emma emmanuel enrique eric erica erich erik erika
    erin ernst esme esteban esther ethan eugene eva evan eve evelyn ewan fabian fabio farah fatima federica
    federico felipe felix ferdinand fernanda fernando fiona flavia flora florence florian fran frances francesca
    francesco francis francisco franck frank franz fred freda frederic frederick freya frida friedrich fritz
    gabriel gabriela gabriella gabrielle gareth gary gavin gemma geoff george georgia georgina gerald gerard
    gerhard gianluca giorgia giorgio giovanni giulia giulio giuseppe glen glenn gloria gordon graham grandma
    grandpa greg gregor gregory greta guido guillaume gunther gustavo hadi hanna hannah hannes hans harald
    harold harriet harry harvey hassan hazel hector heidi heike heiko heinz helen helena helene helga henri
    henrik henry hermann hilary hiroshi holger holly howard hubert hugh hugo ian ibrahim ida ignacio igor ines
    inga inge ingrid irene irina isaac isabel isabella isabelle isla ivan ivana jack jackie jacob jacqueline
    jacques jake jakob james jamie jan jana jane janet janice jared jasmin jasmine jason javier jay jean jeff
    jeffrey jen jenna jennifer jenny jens jeremy jerome jess jesse jessica jessie jill jim jimmy jo joan joana
    joanna joanne joao joaquin jochen joe joel johan johanna johannes john johnny jon jonas jonathan jordan jorg
    jorge jose josef joseph josh joshua josie juan juana judith judy julia julian juliana julie julien juliette
    julio jurgen justin justine kai karen karin karl karla karolina kate katharina katherine kathleen kathrin
    kathryn kathy katie katja katrin kay keith kelly ken kenji kenneth kerstin kevin kim kira kirsten klara
    klaus kristen kristian kristin kristina krzysztof kurt kyle lara larry lars laura lauren laurence laurent
    lea leah leila lena leo leon leonardo leonie lewis liam lidia lila lilian lilly lily lina linda lindsay lisa
    liz lola lorenzo lorna lothar lou louis louisa louise luc luca lucas lucia lucie lucy ludwig luigi luis
    luisa luiz lukas luke lydia lynn maddie madeleine madison magda magdalena maggie malcolm mama manfred manuel
    manuela mara marc marcel marcela marcelo marcia marco marcos marcus margaret margarita margot maria mariana
    marie marina mario marion marisa marius marjorie mark marko markus marlene marta martha martin martina marty
    mary mason massimo mateo mathilde mathis matilda matt matteo matthew matthias maureen maurice mauro maxim
    maxime maya megan mehmet mei mel melanie melissa mia michael michaela michal michel michele michelle miguel
    mika mike mikhail mila milan milena milo mina miranda miriam mohamed mohammed moira molly mom mona monica
    monika monique morgan moritz muhammad mum mummy murray nadia nadine nan nancy naomi natalia natalie natasha
    nate nathalie nathan neha neil nell nels nicholas nick nicky nico nicola nicolas nicole nigel nikita niko
    nikolai nils nina noah noel noemi nora norbert norma norman nuno odile olaf oleg olga oliver olivia olivier
    omar oscar oskar otto owen pablo paige pam pamela paola paolo papa pascal pat patricia patrick patrik paul
    paula pauline paulo pavel pedro penelope peter petra petros phil philip philipp philippa philippe phillip
    pia pierre pilar piotr polly priya quentin rachel rafael rahul rainer raj ralf ralph ramon raphael raquel
    raul ravi raymond rebecca reinhard renata renate rene rhys ricardo riccardo richard rick rita rob robert
    roberta roberto rodrigo roger rohan roland rolf roman ron ronald ronja rory rosa rosalind rosie ross rowan
    roy ruben rudolf rupert russell ruth ryan sabine sabrina saeed sally sam samantha samira samuel sandra sandy
    sanjay santiago sara sarah sasha saskia scott sean sebastian serena serge sergei sergio seth shane shannon
    sharon shaun sheila shirley sibylle silke silvia simon simona simone sofia sofie sonia sonja sophia sophie
    stacey stan stefan stefania stefanie stella stephan stephanie stephen steve steven stuart sue susan susanna
    susanne suzanne sven svetlana sylvia tamara tammy tanja tanya tara tariq tatiana ted teresa tess thea theo
    theodore theresa thierry thomas thorsten tilda till tim timothy tina tobias toby todd tom tomas tommaso
    tommy toni tony tracey tracy travis trevor trisha tristan ulrich ulrike ursula uwe val valentin valentina
    valeria valerie vanessa vera verena veronica veronika vicky victor victoria vijay viktor vincent viola
    virginia vivian viviana vladimir walter wanda wayne wendy werner william wolfgang xavier yasmin yolanda yuki
    yuri yusuf yves yvette yvonne zachary zara zoe zoey
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
